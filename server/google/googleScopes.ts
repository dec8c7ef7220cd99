/** Permission to send and nothing else; it cannot even read what was sent. */
export const gmailSendScope = "https://www.googleapis.com/auth/gmail.send";

/** Connecting an account: who it is, and sending. */
export const connectScopes = `openid email ${gmailSendScope}`;

/** Signing in: who somebody is. */
export const signInScopes = "openid email profile";
