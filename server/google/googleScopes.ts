/** Permission to send and nothing else; it cannot even read what was sent. */
export const gmailSendScope = "https://www.googleapis.com/auth/gmail.send";

/** Connecting an account: who it is, and sending. */
export const connectScopes = `openid email ${gmailSendScope}`;

/** Permission to read over IMAP. Google has none that is smaller for it: it would allow changes too, which are never asked for. */
export const gmailReadScope = "https://mail.google.com/";

/** Asked for only once somebody wants a mailbox read: who it is, and reading. */
export const readScopes = `openid email ${gmailReadScope}`;

/** Signing in: who somebody is. */
export const signInScopes = "openid email profile";
