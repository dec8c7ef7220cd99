/** The kinds of sending account. A new one is a line here and a file in `server/senders/`. */

/** Rolling 24 hours, rolling minute, and the least time between two mails. Null means no limit of ours. */
export type Budget = { perDay: number | null; perMinute: number | null; gapMs: number };

export type Provider = {
  key: string;
  name: string;
  /** Where its server is, or null where the person names it. */
  host: string | null;
  port: number | null;
  /** "tls" from the first byte (465), "starttls" required (587), "none" only for relays of one's own. */
  security: "tls" | "starttls" | "none";
  needsPassword: boolean;
  budget: Budget;
  connections: number;
  /** What to do when the server refuses the sign-in. */
  refusedHelp: string;
};

export const providers = {
  google: {
    key: "google",
    name: "Google",
    host: "smtp.gmail.com",
    port: 465,
    security: "tls",
    needsPassword: true,
    // Personal Gmail allows about 500 a day; a Workspace owner may raise it.
    budget: { perDay: 500, perMinute: 60, gapMs: 0 },
    connections: 2,
    refusedHelp:
      "Google refused this sign-in. Turn on 2-Step Verification, create an app password in your Google account under Security, and paste its 16 letters here; the normal password does not work.",
  },
  outlook: {
    key: "outlook",
    name: "Outlook",
    host: "smtp.office365.com",
    port: 587,
    security: "starttls",
    needsPassword: true,
    budget: { perDay: 10_000, perMinute: 30, gapMs: 0 },
    connections: 1,
    refusedHelp:
      "Microsoft refused this sign-in. Personal Outlook accounts no longer accept passwords from other programs, and Microsoft 365 needs an administrator to allow authenticated SMTP for the mailbox and an app password where multi-factor sign-in is on.",
  },
  smtp: {
    key: "smtp",
    name: "SMTP server",
    host: null,
    port: null,
    security: "starttls",
    needsPassword: false,
    budget: { perDay: null, perMinute: null, gapMs: 0 },
    connections: 8,
    refusedHelp: "The server refused this user name or password. Check both with whoever runs the server.",
  },
  sandbox: {
    key: "sandbox",
    name: "Sandbox",
    host: null,
    port: null,
    security: "none",
    needsPassword: false,
    budget: { perDay: null, perMinute: null, gapMs: 0 },
    connections: 4,
    refusedHelp: "The sandbox never refuses a sign-in.",
  },
} as const satisfies Record<string, Provider>;

export type ProviderKey = keyof typeof providers;
export const providerKeys = Object.keys(providers) as [ProviderKey, ...ProviderKey[]];
