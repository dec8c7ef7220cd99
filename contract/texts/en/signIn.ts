import type { Parts, Wrap } from "../language.ts";

/** What is said where somebody signs in. */
export const signIn = {
  google: {
    waiting: "Waiting for Google…",
    notSetUp: "Not set up on this installation",
    notSetUpText: "Google sign-in is not set up on this installation. Please use your email and password.",
    continue: "Continue with Google",
  },
  linkAccount:
    "There is an account with this email already. Enter its password once; from then on Google signs you in to it too. If you do not know it, set a new one first.",
  password: "Password",
  forgot: "Forgot your password?",
  signingIn: "Signing in…",
  signInAndAddGoogle: "Sign in and add Google",
  signIn: "Sign in",
  or: "or",
  withoutGoogle: "Sign in without Google",
  newHere: <N>(signUp: Wrap<N>): Parts<N> => ["New to Amplify? ", signUp("Create an account")],
  welcome: {
    signedUp: "Your account is ready. Sign in to begin.",
    passwordChanged: "Your password is changed. Sign in with the new one.",
    signedOut: "You are signed out.",
    signedOutEverywhere: "You are signed out everywhere.",
    deleted: "Your account and everything kept with it are deleted.",
    ended: (unauthorized: string) => `${unauthorized}: your session has ended. Sign in to go on.`,
  },
};
