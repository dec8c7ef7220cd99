/** The kinds of sending account. A new one is a line here and a file in `server/senders/`. */

/** How a connection is encrypted, the strongest first: from the first byte (465), by STARTTLS (587), not at all. */
export const securities = ["tls", "starttls", "none"] as const;
export type Security = (typeof securities)[number];

/** Rolling 24 hours, rolling minute, and the least time between two mails. Null means no limit of ours. */
export type Budget = { perDay: number | null; perMinute: number | null; gapMs: number };

export type Provider = {
  key: string;
  name: string;
  /** Where its server is, or null where the person names it. */
  host: string | null;
  port: number | null;
  /** "none" is only for relays of one's own. */
  security: Security;
  needsPassword: boolean;
  budget: Budget;
  connections: number;
  /** What to do when the server refuses the sign-in. */
  refusedHelp: string;
  /** The same for refusals that tell more, by a part of what the server says; the first that fits counts. */
  refusals: readonly { says: string; help: string }[];
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
    refusals: [],
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
      "Microsoft refused this sign-in. Check the address and the password. Where multi-factor sign-in is on, the mailbox needs an app password, and its administrator has to allow authenticated SMTP for it.",
    refusals: [
      {
        says: "SmtpClientAuthentication is disabled",
        help: "Authenticated SMTP is switched off for this mailbox. A Microsoft 365 administrator turns it on under Users, Active users, the mailbox, Mail, Manage email apps. Then try again.",
      },
      {
        says: "security defaults",
        help: "Your organisation's security defaults forbid signing in with a password. A Microsoft 365 administrator has to allow it for this mailbox, or you send from another account.",
      },
      {
        says: "5.7.139",
        help: "Microsoft no longer takes a password from other programs for this mailbox. Personal Outlook, Hotmail and Live accounts lost that in September 2024 and cannot send from here: use a Google account or an SMTP server instead. For a Microsoft 365 mailbox, ask its administrator to allow authenticated SMTP.",
      },
    ],
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
    refusals: [],
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
    refusals: [],
  },
} as const satisfies Record<string, Provider>;

export type ProviderKey = keyof typeof providers;
export const providerKeys = Object.keys(providers) as [ProviderKey, ...ProviderKey[]];
