/** How a visit to Google ended, as its window tells the page that opened it. */
export type GoogleReturn =
  | { kind: "connected"; email: string }
  | { kind: "signedIn"; uid: string }
  /** An account has this address and a password, which has to be typed before the two are tied. */
  | { kind: "passwordNeeded"; email: string }
  | { kind: "failed"; message: string };

/** The channel between the two windows. It reaches pages of our own origin only. */
export const googleChannel = "amplify-google";
