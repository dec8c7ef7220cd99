/** What is said where a session has ended and work is still open. */
export const signInAgain = {
  title: "Sign in again",
  ended: (unauthorized: string) =>
    `${unauthorized}: your session has ended. What you were working on is still here; sign in to go on with it.`,
  or: "or",
  withGoogle: "Continue with Google",
  leave: "Leave, and drop what is not saved",
};
