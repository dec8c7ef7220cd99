import { textLimits } from "../../limits/text.ts";
import type { Parts, Wrap } from "../language.ts";

/** What is said where a new password is chosen. */
export const newPassword = {
  password: "Password",
  confirm: "Confirm password",
  needs: "A password needs at least",
  rules: {
    length: `${textLimits.passwordMin} characters`,
    upper: "an uppercase letter",
    lower: "a lowercase letter",
    number: "a number",
    special: "a special character",
  },
  done: ", done",
  missing: ", missing",
  held: ({ held, of }: { held: number; of: number }) => `${held} of ${of} rules hold.`,
  heldAndMissing: ({ held, missing }: { held: string; missing: string }) => `${held} Missing: ${missing}.`,
  forgot: {
    spamFolder: (answer: string) => `${answer} Look in the spam folder too.`,
    sending: "Sending…",
    sendLink: "Send me a link",
    sendAnother: "Send another link",
    remembered: <N>(signIn: Wrap<N>): Parts<N> => ["Remembered it? ", signIn("Sign in")],
  },
  reset: {
    notWhole: <N>(newLink: Wrap<N>): Parts<N> => [
      "This link is incomplete. Open the link in the mail once more, or ",
      newLink("ask for a new one"),
      ".",
    ],
    newLink: "Get a new link",
    signedOut: "You are signed out on every device, and sign in again with the new password.",
    password: "New password",
    setting: "Setting your password…",
    set: "Set new password",
  },
};
