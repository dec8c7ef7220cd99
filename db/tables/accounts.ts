import type { CredentialType } from "../../contract/sending/credentialTypes.ts";
import type { ProviderKey, Security } from "../../contract/sending/providers.ts";
import type { ReadingState } from "../../contract/sending/reading.ts";
import type { Kit } from "../kit/sqlite.ts";

const credentials = ({ table, text, int, bool, cause, uniqueIndex }: Kit) =>
  table(
    "credentials",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      provider: text<ProviderKey>().notNull(),
      appEmail: text().notNull(),
      alias: text().notNull(),
      /** Several words that recipients see in place of the alias' one; null without. */
      displayName: text(),
      type: text<CredentialType>().notNull(),
      /** The app password or the refresh token, sealed by the vault; null where none is needed. */
      secret: text(),
      /** The Google account behind a "gscope" row, by the one name that Google never changes. */
      googleSubject: text(),
      /** The same of the Microsoft account behind an "mscope" row: its tenant's id and its own. */
      microsoftSubject: text(),
      host: text(),
      port: int(),
      security: text<Security>(),
      user: text(),
      perDay: int(),
      perMinute: int(),
      gapMs: int().notNull(),
      /** Ramp-up: so many mails on its first day and as many more on each day after it; null without one. */
      rampPerDay: int(),
      rampStartedAt: int(),
      /** How many connections to its server it may have at once; null is as many as its provider says. */
      connections: int(),
      paused: bool().notNull(),
      pausedReason: cause(),
      /** When a paused account goes on by itself; null means that a person has to act. */
      pausedUntil: int(),
      createdAt: int().notNull(),
    },
    (credential) => [
      uniqueIndex("credentials_owner_email").on(
        credential.workspaceId,
        credential.provider,
        credential.type,
        credential.appEmail,
      ),
    ],
  );

/**
 * What came of an account's mails on each day (`day` is where it begins, by UTC): written in the commits that settle deliveries
 * and that take a report in, since looking at deliveries takes as long as there are many. Kept for `healthLimits.keptMs`.
 */
const accountDays = ({ table, text, int, index, primaryKey }: Kit) =>
  table(
    "accountDays",
    {
      credentialId: text().notNull(),
      day: int().notNull(),
      workspaceId: text().notNull(),
      accepted: int().notNull().default(0),
      /** For good, by a server that was asked to take it. */
      refused: int().notNull().default(0),
      uncertain: int().notNull().default(0),
      /** Taken, and returned later. */
      bounced: int().notNull().default(0),
      /** Reported as unwanted by who received it. */
      complained: int().notNull().default(0),
    },
    (row) => [
      primaryKey({ columns: [row.credentialId, row.day] }),
      // What is past its time is looked for in all workspaces.
      index("account_days_day").on(row.day),
    ],
  );

/** Accounts whose mailbox may be read, how far each was read, and which process reads it. Without a row nothing is read. */
const mailboxReadings = ({ table, text, int, cause, index }: Kit) =>
  table(
    "mailboxReadings",
    {
      credentialId: text().primaryKey(),
      workspaceId: text().notNull(),
      /** Where it is; null where it is the account's own server. */
      host: text(),
      port: int(),
      security: text<Security>(),
      /** Null is the account's own. */
      user: text(),
      /** A password of its own, or the refresh token of a permission to read, sealed; null where the account's serves. */
      secret: text(),
      state: text<ReadingState>().notNull(),
      /** Why it rests or has stopped; null while it is read. */
      reason: cause(),
      /** Since when it is in this state. */
      since: int().notNull(),
      /** What came before this moment is not looked at; null where only what is new counts. */
      readFrom: int(),
      /** RFC 3501 section 2.3.1.1; null until it was looked at first. */
      uidValidity: int(),
      /** Every mail up to this UID was dealt with. */
      lastUid: int(),
      lookedAt: int(),
      /** How often it failed in a row. */
      failures: int().notNull().default(0),
      /** When it is tried next, and until when its holder has to say that it is still there: by the database's time. */
      nextTryAt: int().notNull().default(0),
      holder: text(),
      /** Grows with each new holder and each change: what an earlier one says is refused. */
      lease: int().notNull().default(0),
      leaseUntil: int(),
    },
    (reading) => [
      index("mailbox_readings_owner").on(reading.workspaceId),
      index("mailbox_readings_state").on(reading.state, reading.nextTryAt),
    ],
  );

/**
 * What was found at the domain that an account's mails come from, when somebody last looked, and when it is looked at again:
 * written by whoever looked, read before a send.
 */
const domainChecks = ({ table, text, int, json, index }: Kit) =>
  table(
    "domainChecks",
    {
      credentialId: text().primaryKey(),
      workspaceId: text().notNull(),
      domain: text().notNull(),
      /** A list of checks, each with its cause; sentences are made where they are told. */
      checks: json().notNull(),
      checkedAt: int().notNull(),
      dueAt: int().notNull(),
    },
    (row) => [
      index("domain_checks_workspace").on(row.workspaceId),
      // Those that are due are looked for in all workspaces.
      index("domain_checks_due").on(row.dueAt),
    ],
  );

/** Pairs of keys that mails from a domain are signed with (RFC 6376, RFC 8463). What is private is sealed by the vault. */
const signingKeys = ({ table, text, int, bool, index }: Kit) =>
  table(
    "signingKeys",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      domain: text().notNull(),
      selector: text().notNull(),
      rsaSecret: text().notNull(),
      rsaPublic: text().notNull(),
      ed25519Secret: text().notNull(),
      ed25519Public: text().notNull(),
      /** Null while nothing is signed with it. */
      signsSince: int(),
      /** Whether the DNS showed its Ed25519 record too, without which that signature would only be a broken one. */
      signsEd25519: bool().notNull(),
      createdAt: int().notNull(),
    },
    (key) => [index("signing_keys_domain").on(key.workspaceId, key.domain)],
  );

/** One row per started visit to a provider; used once, by the browser that started it. */
const oauthStates = ({ table, text, int, bool }: Kit) =>
  table("oauthStates", {
    /** SHA-256 of the state parameter. */
    id: text().primaryKey(),
    /** The session that connects an account, or the hash of the cookie that a sign-in began with. */
    sessionId: text().notNull(),
    /** Null while somebody signs in: nobody knows yet who that is. */
    workspaceId: text(),
    /** The account that is reconnected; null for a new one and for a sign-in. */
    credentialId: text(),
    /** The PKCE verifier (RFC 7636), sealed. */
    verifier: text().notNull(),
    /** It asks for permission to read that account's mailbox, and not to send. */
    reads: bool(),
    createdAt: int().notNull(),
  });

/** Accounts that mails go out from, what may be read of their mailboxes, and visits to their providers. */
export function accountTables(kit: Kit) {
  return {
    accountDays: accountDays(kit),
    credentials: credentials(kit),
    domainChecks: domainChecks(kit),
    mailboxReadings: mailboxReadings(kit),
    oauthStates: oauthStates(kit),
    signingKeys: signingKeys(kit),
  };
}
