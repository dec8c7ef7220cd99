import type { Scope } from "../../contract/identity/scope.ts";
import { inboundLimits } from "../../contract/limits/accounts/inbound.ts";
import { refused, refusedFor } from "../../contract/refused.ts";
import type { Reading, ReadingInput } from "../../contract/schemas/accounts/reading.ts";
import { isConnected } from "../../contract/sending/credentialTypes.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import {
  createMailboxReadingStore,
  type NewReading,
  type ReadingRow,
} from "../../db/stores/accounts/mailboxReadings.ts";
import { createUsageStore } from "../../db/stores/campaigns/usage.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { mailboxSecretPlace } from "../secrets/mailboxSecret.ts";
import type { BeginSignIn } from "../sending/senders/signInTries.ts";
import {
  asksMailboxPasswordAgain,
  isSameMailbox,
  mayUseAccountSecret,
  placeOf,
  type WantedPlace,
} from "./mailboxPlace.ts";
import type { MailboxReaders } from "./mailboxReaders.ts";
import type { MailboxSignIns, ReadingSignIn } from "./mailboxSignIns.ts";

type Key = Scope & { id: string };

type Parts = {
  signIns: MailboxSignIns;
  readers: Pick<MailboxReaders, "wake">;
  /** Limits failed sign-ins. */
  beginSignIn: BeginSignIn;
};

export type Readings = ReturnType<typeof createReadings>;

/** Which accounts' mailboxes may be read: none unless a person turns it on, which is stored only after a successful sign-in. */
export function createReadings(core: Core, { signIns, readers, beginSignIn }: Parts) {
  const store = createMailboxReadingStore(core.database);
  const accounts = createCredentialStore(core.database);
  const usage = createUsageStore(core.database);

  async function accountOf(key: Pick<Key, "workspaceId" | "id">): Promise<CredentialRow> {
    const account = await accounts.one(key);
    if (account === null) throw refused("account_not_found");
    return account;
  }

  /** @throws {Refusal} bad_request with advice if the mailbox cannot be opened, unavailable if its server cannot be reached. */
  async function prove(account: CredentialRow, wanted: ReadingSignIn): Promise<void> {
    const { workspaceId } = account;
    const place = placeOf(account, wanted);
    if (place === null) throw refused("reading_impossible");
    // Per host as well as per account, since the address of a host is known only once it is connected to.
    const attempt = await beginSignIn({ workspaceId, host: place.host, address: null, user: place.user });
    const opened = await signIns.open(account, wanted, AbortSignal.timeout(inboundLimits.verifyMs));
    if (!opened.ok) {
      const { reason } = opened.fault;
      throw refusedFor(passing.has(reason.code) ? "unavailable" : "bad_request", reason);
    }
    opened.mailbox.close();
    await attempt.succeeded();
  }

  /** The moment from which answers may have arrived: when the account's mails of the last days began to be sent. */
  async function readFromOf({ id }: CredentialRow): Promise<number | null> {
    const since = core.clock.now() - inboundLimits.lookBackMs;
    const [first] = await usage.bucketsSince({ credentialId: id, since });
    return first?.bucketAt ?? null;
  }

  async function save(
    account: CredentialRow,
    wanted: ReadingSignIn,
    stored: ReadingRow | null,
  ): Promise<void> {
    await prove(account, wanted);
    const { workspaceId, id } = account;
    const fields: NewReading = { ...wanted, readFrom: await readFromOf(account) };
    const isSame = stored !== null && isSameMailbox(account, stored, wanted);
    await store.turnOn({ workspaceId, id }, fields, { now: core.clock.now(), isSameMailbox: isSame });
    readers.wake();
  }

  return {
    async list({ workspaceId }: Scope): Promise<Reading[]> {
      const rows = new Map((await store.readingsOf(workspaceId)).map((row) => [row.credentialId, row]));
      const owned = await accounts.ownedBy(workspaceId);
      return owned.map((account) => onTheWire(account, rows.get(account.id) ?? null));
    },

    /** @throws {Refusal} password_required if a stored password would be sent to a server that it was not entered for. */
    async turnOn(key: Key, input: ReadingInput): Promise<Reading> {
      const account = await accountOf(key);
      const stored = await store.one(key);
      const wanted = wantedOf(account, input);
      if (placeOf(account, wanted) === null) throw refused("reading_impossible");
      await save(account, { ...wanted, secret: secretFor(core, { account, stored, wanted, input }) }, stored);
      return onTheWire(account, await store.one(key));
    },

    /** Stores a permission to read that the account's provider has just given. @throws {Refusal} if it does not open the mailbox. */
    async permit(key: Pick<Key, "workspaceId" | "id">, refreshToken: string): Promise<void> {
      const account = await accountOf(key);
      const secret = core.secrets.seal(refreshToken, mailboxSecretPlace(key));
      await save(
        account,
        { host: null, port: null, security: null, user: null, secret },
        await store.one(key),
      );
    },

    async turnOff(key: Key): Promise<void> {
      await accountOf(key);
      await store.turnOff(key);
      readers.wake();
    },

    /** The account's sign-in has changed, or the account was removed: reading may be possible again, and current readers end. */
    async accountChanged(key: Key): Promise<void> {
      await store.tryAgain(key, core.clock.now());
      readers.wake();
    },
  };
}

/** The server that a person entered. Values equal to the account's are stored as the account's, and change with them. */
function wantedOf({ provider, host, user, appEmail }: CredentialRow, input: ReadingInput): WantedPlace {
  if (provider !== "smtp") return { host: null, port: null, security: null, user: null };
  const isOwnHost = !input.host || input.host.toLowerCase() === host?.toLowerCase();
  const isOwnUser = !input.user || input.user === (user || appEmail);
  return {
    host: isOwnHost ? null : (input.host ?? null),
    port: input.port ?? null,
    security: input.security ?? null,
    user: isOwnUser ? null : (input.user ?? null),
  };
}

type SecretParts = {
  account: CredentialRow;
  stored: ReadingRow | null;
  wanted: WantedPlace;
  input: ReadingInput;
};

/** The sealed secret to read with; null if the account's own password is used. */
function secretFor(core: Core, { account, stored, wanted, input }: SecretParts): string | null {
  const given = account.provider === "google" ? input.password.replace(/\s+/g, "") : input.password;
  if (isConnected(account)) {
    if (stored?.secret == null) throw refused("reading_permission_needed");
    return stored.secret;
  }
  if (given !== "") return core.secrets.seal(given, mailboxSecretPlace(account));
  if (stored?.secret != null && !asksMailboxPasswordAgain(account, stored, wanted)) return stored.secret;
  if (mayUseAccountSecret(account, wanted)) return null;
  throw refused("reading_password_again");
}

/** Whether the cause may be temporary. */
const passing = new Set([
  "mailbox_busy",
  "connection_refused",
  "connect_timeout",
  "greeting_timeout",
  "answer_timeout",
  "upgrade_timeout",
  "connection_lost",
  "google_unreached",
  "microsoft_unreached",
]);

function onTheWire(account: CredentialRow, row: ReadingRow | null): Reading {
  const wanted = row ?? { host: null, port: null, security: null, user: null };
  const place = placeOf(account, wanted);
  const { host, port, security, user } = place ?? { host: null, port: null, security: null, user: null };
  const rests = row?.state === "resting";
  return {
    credentialId: account.id,
    state: row?.state ?? "off",
    reason: row?.reason ? inWords(row.reason) : null,
    cause: row?.reason ?? null,
    since: row?.since ?? null,
    lookedAt: row?.lookedAt ?? null,
    nextTryAt: rests ? row.nextTryAt : null,
    host,
    port,
    security,
    user,
    needs: needsOf(account, row, place !== null),
  };
}

function needsOf(account: CredentialRow, row: ReadingRow | null, hasPlace: boolean): Reading["needs"] {
  if (account.provider === "sandbox") return "none";
  if (isConnected(account)) {
    const isLost = row?.reason?.code.startsWith("mailbox_reconnect_") ?? false;
    return row?.secret == null || isLost ? "permission" : "nothing";
  }
  if (row?.secret != null) return "nothing";
  return hasPlace && mayUseAccountSecret(account, row ?? defaultPlace) ? "nothing" : "password";
}

const defaultPlace: WantedPlace = { host: null, port: null, security: null, user: null };
