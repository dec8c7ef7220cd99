/** How a visit to Google or Microsoft ended, as its window tells the page that opened it. */
export type VisitReturn =
  | { kind: "connected"; provider: "google" | "outlook"; email: string }
  | { kind: "signedIn"; uid: string }
  /** An account has this address and a password, which has to be typed before the two are tied. */
  | { kind: "passwordNeeded"; email: string }
  | { kind: "failed"; message: string };

/** The channel between the two windows. It reaches pages of our own origin only. */
export const visitChannel = "amplify-visit";
