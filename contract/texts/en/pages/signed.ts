import type { Parts, Wrap } from "../../language.ts";

/** What stands around the forms of the pages where one signs in or is signed in. */
export const entrance = {
  account: "Settings",
  setUpClients: "Set up Google and Microsoft for this installation",
  forgot: {
    title: "Forgot your password?",
    text: "We mail you a link to set a new one. It works once, for 30 minutes.",
    noMail: <N>(address: N): Parts<N> => [
      "This installation sends no mail of its own, so it cannot mail you a link. Whoever runs it can make one for you: write to ",
      address,
      ".",
    ],
    onServer: <N>({ lineBreak, command }: { lineBreak: N; command: N }): Parts<N> => [
      "If that is you, run this on the server and open the link that it prints:",
      lineBreak,
      command,
    ],
    remembered: <N>(signIn: Wrap<N>): Parts<N> => ["Remembered it? ", signIn("Sign in")],
  },
  signIn: "Sign in",
  needsScript: "This page needs JavaScript. Please allow it for this site and load the page again.",
  reset: "Set a new password",
  signUp: {
    title: "Create your account",
    closed: <N>(address: N): Parts<N> => [
      "This installation takes no new accounts. Ask whoever runs it: ",
      address,
      ".",
    ],
    haveAccount: <N>(signIn: Wrap<N>): Parts<N> => ["Have an account? ", signIn("Sign in")],
  },
  workspace: "Workspace",
};
