/** What the window of Google or Microsoft says before it closes. */
export const visitReturn = {
  goOn: "Go on to Amplify",
  close: "You can close this window.",
  passwordNeeded: (email: string) =>
    `There is an account with ${email} already. Its password is asked for once, on the page where you sign in.`,
  maySend: (email: string) => `Amplify may send from ${email}, and nothing else. You can close this window.`,
  titles: {
    google: "Your Google account is connected",
    outlook: "Your Microsoft account is connected",
    signedIn: "You are signed in",
    passwordNeeded: "One more step",
    failed: "This did not work",
  },
};
