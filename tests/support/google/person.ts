/** Somebody with a Google account, as the stand-in's account chooser lists them. */
export type GooglePerson = {
  email: string;
  /** The account's unchanging name. */
  subject: string;
  givenName: string;
  familyName: string;
  /** Whether Google has checked that the address is theirs. */
  verified: boolean;
  /** The Workspace that gives out addresses at this domain. */
  workspace?: string;
};
