/**
 * How the reading of an account's mailbox stands: not begun yet, read just now, tried again by itself, or stopped until
 * a person does something about it.
 */
export const readingStates = ["waiting", "reading", "resting", "stopped"] as const;
export type ReadingState = (typeof readingStates)[number];

/** Where the mailboxes of providers are that have one server for everybody, and as how they are reached. */
export const providerMailboxes = {
  google: { host: "imap.gmail.com", port: 993, security: "tls" },
  outlook: { host: "outlook.office365.com", port: 993, security: "tls" },
} as const;

/** RFC 8314 section 3.2: IMAP over TLS from the first byte; what is proposed where nobody says otherwise. */
export const mailboxDefaults = { port: 993, security: "tls" } as const;
