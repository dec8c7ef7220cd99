import type { z } from "zod";
import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { type ProviderKey, providers } from "../../contract/providers.ts";
import { dailyStep } from "../../contract/rampUp.ts";
import type {
  Credential,
  CredentialInput,
  credentialChange,
  securities,
} from "../../contract/schemas/credential.ts";
import type { CampaignStore } from "../../db/stores/campaigns.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/credentials.ts";
import { createUsageStore } from "../../db/stores/usage.ts";
import type { Core } from "../core.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Account } from "../senders/account.ts";
import type { SendingProviders } from "../senders/registry.ts";

type Change = z.output<typeof credentialChange>;
type Key = { ownerId: string; id: string };

type CredentialParts = {
  providers: SendingProviders;
  campaigns: CampaignStore;
  dispatcher: Dispatcher;
  /** Ends at Google what a removed account was allowed. */
  giveBack(rows: readonly CredentialRow[]): void;
};

export type CredentialService = ReturnType<typeof createCredentialService>;

const notFound = () => new Refusal("not_found", "This account was not found");

/** Sending accounts: signed in to before they are saved, with their secrets sealed. */
export function createCredentialService(core: Core, parts: CredentialParts) {
  const store = createCredentialStore(core.database);
  const { dispatcher, campaigns } = parts;
  const { shown, shownOne } = showing(core);
  const prove = (row: CredentialRow) => proveSignIn(core, { row, providers: parts.providers });

  /** The account's work goes on with what is stored now; a request does not wait for mails under way. */
  function restart(id: string): void {
    dispatcher.restartLane(id).catch((error) => console.error("An account could not be restarted:", error));
  }

  async function goOn(id: string): Promise<void> {
    await store.setPause(id, null);
    await campaigns.changeAllOn({ credentialId: id, pause: null });
    restart(id);
  }

  return {
    /** Lets an account and its campaigns go on with what is stored now. */
    goOn,

    async list(ownerId: string): Promise<Credential[]> {
      return shown(await store.ownedBy(ownerId));
    },

    async add(ownerId: string, input: CredentialInput): Promise<Credential> {
      const row = newRow(core, { ownerId, input, budget: parts.providers[input.provider].capacity().budget });
      await prove(row);
      return shownOne(await store.add(row, limits.credentials.perUser));
    },

    /** The provider cannot change; an empty password and an empty alias keep what is stored. */
    async change(key: Key, input: Change): Promise<Credential> {
      const row = await store.one(key);
      if (row === null) throw notFound();
      const changed = { ...row, ...changedFields(core, row, input) };
      if ((await store.ownedBy(key.ownerId)).some((other) => isSameAccount(other, changed)))
        throw new Refusal("conflict", "This account is connected already");
      // A new alias or limit needs no sign-in; it must be possible while the server is away.
      if (row.paused || signInFields.some((field) => changed[field] !== row[field])) await prove(changed);
      const { id, ownerId, ...fields } = changed;
      const saved = await store.change(key, fields);
      if (saved === null) throw notFound();
      await goOn(id);
      return shownOne((await store.one(key)) ?? saved);
    },

    /** What a sign-in with what is stored comes to; it changes nothing, a pause stays. @throws {Refusal} as `add`. */
    async test(key: Key): Promise<string> {
      const row = await store.one(key);
      if (row === null) throw notFound();
      await prove(row);
      const { name } = providers[row.provider as ProviderKey];
      return `${name} accepts the sign-in of ${row.appEmail}. Nothing was sent.`;
    },

    async resume(key: Key): Promise<Credential> {
      const row = await store.one(key);
      if (row === null) throw notFound();
      await prove(row);
      await goOn(row.id);
      return shownOne((await store.one(key)) ?? row);
    },

    async remove(key: Key): Promise<void> {
      const row = await store.one(key);
      if (row === null || !(await store.remove(key))) throw notFound();
      const pause = "Its account was removed. Connect an account and send again.";
      for (const campaign of await campaigns.changeAllOn({ credentialId: key.id, pause }))
        await dispatcher.changed(campaign);
      restart(key.id);
      parts.giveBack([row]);
    },
  };
}

/** Accounts as their owner sees them, with what they have sent in the last 24 hours. */
function showing(core: Core) {
  const usage = createUsageStore(core.database);

  async function shown(rows: CredentialRow[]): Promise<Credential[]> {
    const since = core.clock.now() - limits.budget.windowMs;
    const used = await usage.countsSince(
      rows.map((row) => row.id),
      since,
    );
    return rows.map((row) => onTheWire(row, { sentToday: used.get(row.id) ?? 0, now: core.clock.now() }));
  }

  async function shownOne(row: CredentialRow): Promise<Credential> {
    const [credential] = await shown([row]);
    if (credential === undefined) throw notFound();
    return credential;
  }

  return { shown, shownOne };
}

/** @throws {Refusal} bad_request with what to do when the server refuses the sign-in, unavailable when it is away. */
async function proveSignIn(
  core: Core,
  { row, providers: senders }: { row: CredentialRow; providers: SendingProviders },
): Promise<void> {
  const account = accountOf(core, { row, connections: 1 });
  const verification = await senders[account.provider].verify(account);
  if (verification.ok) return;
  throw new Refusal(verification.temporary ? "unavailable" : "bad_request", verification.reason);
}

/** Whether another row stands for the same mailbox, connected in the same way. */
function isSameAccount(other: CredentialRow, { id, provider, type, appEmail }: CredentialRow): boolean {
  if (other.id === id) return false;
  return other.provider === provider && other.type === type && other.appEmail === appEmail;
}

const signInFields = ["appEmail", "secret", "host", "port", "security", "user"] as const;

/** The account behind a row, with its secret opened. */
export function accountOf(
  core: Core,
  { row, connections }: { row: CredentialRow; connections: number },
): Account {
  const { id, ownerId, appEmail, host, port } = row;
  const provider = row.provider as ProviderKey;
  return {
    id,
    ownerId,
    provider,
    type: row.type as Account["type"],
    appEmail,
    user: row.user || appEmail,
    password: row.secret === null ? "" : core.secrets.open(row.secret, placeOf(row)),
    host,
    port,
    security: row.security as (typeof securities)[number] | null,
    connections,
  };
}

function placeOf({ ownerId, id }: { ownerId: string; id: string }) {
  return { ownerId, rowId: id, field: "appPassword" };
}

function sealed(core: Core, row: { ownerId: string; id: string }, password: string): string | null {
  return password === "" ? null : core.secrets.seal(password, placeOf(row));
}

/** Google shows app passwords in four groups of letters; the spaces are not part of it. */
function withoutGroups(provider: ProviderKey, password: string): string {
  return provider === "google" ? password.replace(/\s+/g, "") : password;
}

function newRow(
  core: Core,
  { ownerId, input, budget }: { ownerId: string; input: CredentialInput; budget: CredentialBudget },
): CredentialRow {
  const { provider } = input;
  const id = core.newId();
  const { needsPassword } = providers[provider];
  if (needsPassword && input.appPassword === "")
    throw new Refusal("bad_request", "Please enter the app password");
  if (provider === "smtp" && (input.host === undefined || input.port === undefined))
    throw new Refusal("bad_request", "Please enter the server's host and port");
  return {
    id,
    ownerId,
    provider,
    appEmail: input.appEmail,
    alias: input.alias,
    type: "manual",
    secret: sealed(core, { ownerId, id }, withoutGroups(provider, input.appPassword)),
    googleSubject: null,
    ...serverFields(provider, input),
    perDay: input.perDay === undefined ? budget.perDay : input.perDay,
    perMinute: input.perMinute === undefined ? budget.perMinute : input.perMinute,
    gapMs: input.gapMs ?? budget.gapMs,
    rampPerDay: input.rampPerDay ?? null,
    rampStartedAt: input.rampPerDay == null ? null : core.clock.now(),
    paused: false,
    pausedReason: null,
    pausedUntil: null,
    createdAt: core.clock.now(),
  };
}

type CredentialBudget = { perDay: number | null; perMinute: number | null; gapMs: number };

/** Only the provider "smtp" has a server that a person names. */
function serverFields(provider: ProviderKey, input: CredentialInput) {
  if (provider !== "smtp") return { host: null, port: null, security: null, user: null };
  return {
    host: input.host ?? null,
    port: input.port ?? null,
    security: input.security ?? providers.smtp.security,
    user: input.user || null,
  };
}

function changedFields(core: Core, row: CredentialRow, input: Change): Partial<CredentialRow> {
  const provider = row.provider as ProviderKey;
  const given = withoutGroups(provider, input.appPassword);
  const isSmtp = provider === "smtp";
  return {
    ...(row.type === "gscope" ? {} : { appEmail: input.appEmail }),
    ...(input.alias === "" ? {} : { alias: input.alias }),
    ...(given === "" || row.type === "gscope" ? {} : { secret: sealed(core, row, given) }),
    ...(isSmtp && input.host !== undefined ? { host: input.host } : {}),
    ...(isSmtp && input.port !== undefined ? { port: input.port } : {}),
    ...(isSmtp && input.security !== undefined ? { security: input.security } : {}),
    ...(isSmtp && input.user !== undefined ? { user: input.user || null } : {}),
    ...(input.perDay === undefined ? {} : { perDay: input.perDay }),
    ...(input.perMinute === undefined ? {} : { perMinute: input.perMinute }),
    ...(input.gapMs === undefined ? {} : { gapMs: input.gapMs }),
    ...(input.rampPerDay === undefined ? {} : rampFields(row, { ...input, now: core.clock.now() })),
  };
}

/** A ramp-up begins when it is switched on; another step keeps the day that it has reached. */
function rampFields(
  row: CredentialRow,
  { rampPerDay = null, now }: Pick<Change, "rampPerDay"> & { now: number },
) {
  return { rampPerDay, rampStartedAt: rampPerDay === null ? null : (row.rampStartedAt ?? now) };
}

/** What its owner may see: never the secret, not even sealed. */
function onTheWire(row: CredentialRow, { sentToday, now }: { sentToday: number; now: number }): Credential {
  return {
    _id: row.id,
    provider: row.provider as ProviderKey,
    appEmail: row.appEmail,
    appPassword: "",
    alias: row.alias,
    type: row.type as Credential["type"],
    host: row.host,
    port: row.port,
    security: row.security as Credential["security"],
    user: row.user,
    state: row.paused ? "paused" : "working",
    pausedReason: row.pausedReason,
    pausedUntil: row.pausedUntil,
    perDay: row.perDay,
    perMinute: row.perMinute,
    gapMs: row.gapMs,
    rampPerDay: row.rampPerDay,
    rampStartedAt: row.rampStartedAt,
    perDayNow: dailyStep(row, now).countMax,
    sentToday,
  };
}
