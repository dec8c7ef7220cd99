/** The kinds of sending account. A new one is a line here and a file in `server/senders/`. */

/** How a connection is encrypted, the strongest first: from the first byte (465), by STARTTLS (587), not at all. */
export const securities = ["tls", "starttls", "none"] as const;
export type Security = (typeof securities)[number];

/** Rolling 24 hours, rolling minute, and the least time between two mails. Null means no limit of ours. */
export type Budget = { perDay: number | null; perMinute: number | null; gapMs: number };

export type Provider = {
  key: string;
  /** Where its server is, or null where the person names it. */
  host: string | null;
  port: number | null;
  /** "none" is only for relays of one's own. */
  security: Security;
  needsPassword: boolean;
  budget: Budget;
  connections: number;
  /**
   * Refused sign-ins of which more is known, by a part of what the server says; the first that fits counts. `help` is
   * the name of what can be done, as the sentences have it (`signInHelp`); for any other it is the provider's key.
   */
  refusals: readonly { says: string; help: string }[];
};

export const providers = {
  google: {
    key: "google",
    host: "smtp.gmail.com",
    port: 465,
    security: "tls",
    needsPassword: true,
    // Personal Gmail allows about 500 a day; a Workspace owner may raise it.
    budget: { perDay: 500, perMinute: 60, gapMs: 0 },
    connections: 2,
    refusals: [],
  },
  outlook: {
    key: "outlook",
    host: "smtp.office365.com",
    port: 587,
    security: "starttls",
    needsPassword: true,
    budget: { perDay: 10_000, perMinute: 30, gapMs: 0 },
    connections: 1,
    refusals: [
      { says: "SmtpClientAuthentication is disabled", help: "outlook_smtp_off" },
      { says: "security defaults", help: "outlook_security_defaults" },
      { says: "5.7.139", help: "outlook_no_passwords" },
    ],
  },
  smtp: {
    key: "smtp",
    host: null,
    port: null,
    security: "starttls",
    needsPassword: false,
    budget: { perDay: null, perMinute: null, gapMs: 0 },
    connections: 8,
    refusals: [],
  },
  sandbox: {
    key: "sandbox",
    host: null,
    port: null,
    security: "none",
    needsPassword: false,
    budget: { perDay: null, perMinute: null, gapMs: 0 },
    connections: 16,
    refusals: [],
  },
} as const satisfies Record<string, Provider>;

/**
 * Of a personal Microsoft account. Microsoft names no figure, and a new account begins with less than an old one: its
 * owner may raise it.
 */
export const personalOutlookBudget: Budget = { perDay: 300, perMinute: 30, gapMs: 0 };

export type ProviderKey = keyof typeof providers;
export const providerKeys = Object.keys(providers) as [ProviderKey, ...ProviderKey[]];
