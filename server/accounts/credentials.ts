import { normalAddress } from "../../contract/address.ts";
import { asksPasswordAgain, type SignIn } from "../../contract/identity/asksPasswordAgain.ts";
import type { Scope } from "../../contract/identity/scope.ts";
import { credentialLimits } from "../../contract/limits/accounts/accounts.ts";
import { budgetLimits } from "../../contract/limits/sending.ts";
import { inner, type Reason, type ReasonCode, reason } from "../../contract/reasons.ts";
import { refused, refusedFor } from "../../contract/refused.ts";
import type { Credential, CredentialInput, SavedCredential } from "../../contract/schemas/credential.ts";
import { isConnected } from "../../contract/sending/credentialTypes.ts";
import { providers } from "../../contract/sending/providers.ts";
import { aliasFault } from "../../contract/sending/senderMailbox.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { providerTexts } from "../../contract/texts/providers.ts";
import {
  type CredentialRow,
  type CredentialStore,
  createCredentialStore,
} from "../../db/stores/accounts/credentials.ts";
import { isSameDomain } from "../../db/stores/campaigns/campaignAccounts.ts";
import type { CampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import type { AccountEvent } from "../../db/stores/campaigns/plans/accountActivity.ts";
import { createUsageStore } from "../../db/stores/campaigns/usage.ts";
import type { Core } from "../core/core.ts";
import { inTexts, inWords } from "../core/inWords.ts";
import { refuseChanged } from "../http/refuseChanged.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import type { SendingProviders } from "../sending/senders/registry.ts";
import {
  accountOf,
  type CredentialChange,
  changedFields,
  newRow,
  onTheWire,
  senderAccountOf,
} from "./credentialRows.ts";
import type { AccountDomainService } from "./domain/accountDomains.ts";
import type { GooglePermissions } from "./googlePermissions.ts";

type Key = Scope & { id: string };

type CredentialParts = {
  providers: SendingProviders;
  campaigns: CampaignStore;
  sender: Pick<SendingPort, "tell">;
  /** Ends at Google what a removed account was allowed. */
  permissions: Pick<GooglePermissions, "returning">;
  jobs: Pick<Jobs, "wake">;
  /** Who reads the mailboxes of accounts, with the same sign-in. */
  readings: { accountChanged(key: Key): Promise<void> };
  /** Looks at the domain of what was added or changed. */
  domains: Pick<AccountDomainService, "changed" | "removed">;
};

export type CredentialService = ReturnType<typeof createCredentialService>;

const notFound = () => refused("account_not_found");

/** Sending accounts: signed in to before they are saved, or paused until they can be, with their secrets sealed. */
export function createCredentialService(core: Core, parts: CredentialParts) {
  const store = createCredentialStore(core.database);
  const { sender, campaigns } = parts;
  const { shown, shownOne } = showing(core);
  const prove = (row: CredentialRow, given?: Given) =>
    proveSignIn(core, { row, providers: parts.providers, given });

  /** The account's work goes on with what is stored now; a request does not wait for mails under way. */
  function restart(id: string): void {
    void sender.tell({ kind: "account", credentialId: id });
  }

  async function goOn({ id, userId }: { id: string } & Pick<AccountEvent, "userId">): Promise<void> {
    await store.setPause(id, null);
    await campaigns.changeAllOn({ credentialId: id, pause: null, event: eventBy(core, userId) });
    restart(id);
  }

  return {
    /** Lets an account and its campaigns go on with what is stored now. */
    goOn,

    list: async ({ workspaceId }: Scope): Promise<Credential[]> => shown(await store.ownedBy(workspaceId)),

    async add({ workspaceId }: Scope, input: CredentialInput): Promise<SavedCredential> {
      const row = newRow(core, { workspaceId, input, ...parts.providers[input.provider].capacity() });
      refuseFalseAlias(row);
      const proof = await prove(row, { mayWait: true });
      const added = await store.add(proof.row, credentialLimits.perUser);
      await parts.domains.changed(null, added);
      return withAdvice(await shownOne(added), proof.advice);
    },

    /** @throws {Refusal} conflict where it is another than was read. The provider cannot change; an empty password and an empty alias keep what is stored. */
    async change(key: Key, { was, ...input }: CredentialChange): Promise<SavedCredential> {
      const row = await store.one(key);
      if (row === null) throw notFound();
      refuseChanged(row, was);
      refuseFixed(row, input);
      const changed = { ...row, ...changedFields(core, row, input) };
      refuseMovedPassword(row, changed);
      // An alias from before may be one that is refused now: the account can be worked with all the same.
      if (aliasFields.some((field) => changed[field] !== row[field])) refuseFalseAlias(changed);
      if ((await store.ownedBy(key.workspaceId)).some((other) => isSameAccount(other, changed)))
        throw refused("account_connected", {}, { field: "appEmail" });
      // A new alias or limit needs no sign-in; it must be possible while the server is away.
      const isProved = row.paused || signInFields.some((field) => changed[field] !== row[field]);
      // What worked so far is not given up for a password that nobody could try.
      const proof = isProved ? await prove(changed, { mayWait: isUntried(row) }) : { row: changed };
      const saved = await keep(store, { row, changed: proof.row, was });
      await parts.domains.changed(row, saved);
      if (!isUntried(proof.row)) await goOn(key);
      if (isProved) await parts.readings.accountChanged(key);
      return withAdvice(await shownOne((await store.one(key)) ?? saved), proof.advice);
    },

    /** What a sign-in with what is stored comes to; it changes nothing, a pause stays. @throws {Refusal} as `add`. */
    async test(key: Key): Promise<string> {
      const row = await store.one(key);
      if (row === null) throw notFound();
      const { advice } = await prove(row);
      const provider = inTexts(providerTexts)[row.provider];
      const accepted = inTexts(answerTexts).accounts.accepted({ provider, email: row.appEmail });
      return advice === undefined ? accepted : `${accepted} ${advice}`;
    },

    async resume(key: Key): Promise<Credential> {
      const row = await store.one(key);
      if (row === null) throw notFound();
      await prove(row);
      await goOn(key);
      return shownOne((await store.one(key)) ?? row);
    },

    async remove(key: Key): Promise<void> {
      const row = await store.one(key);
      if (row === null || !(await store.remove(key, parts.permissions.returning([row])))) throw notFound();
      parts.jobs.wake();
      await Promise.all([parts.domains.removed(row, key), parts.readings.accountChanged(key)]);
      const why = { pause: reason("account_removed"), isGone: true, event: eventBy(core, key.userId) };
      for (const campaign of await campaigns.changeAllOn({ credentialId: row.id, ...why }))
        void sender.tell({ kind: "changed", campaignId: campaign.id, workspaceId: key.workspaceId });
      restart(key.id);
    },
  };
}

/** What is done with an account at this moment. */
function eventBy(core: Core, userId: AccountEvent["userId"]): AccountEvent {
  return { newId: core.newId, at: core.clock.now(), userId };
}

/** Accounts as their owner sees them, with what they have sent in the last 24 hours. */
function showing(core: Core) {
  const usage = createUsageStore(core.database);

  async function shown(rows: CredentialRow[]): Promise<Credential[]> {
    const since = core.clock.now() - budgetLimits.windowMs;
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

function withAdvice(credential: Credential, advice: string | undefined): SavedCredential {
  return advice === undefined ? credential : { ...credential, advice };
}

type Proof = {
  /** What to store: as it was given, or paused because nobody could try it. */
  row: CredentialRow;
  /** What could be chosen better, or why it waits. */
  advice?: string | undefined;
};

/** Writes what is another, and nothing else: a sign-in takes its time, in which somebody else may change the rest. */
async function keep(
  store: CredentialStore,
  { row, changed, was }: { row: CredentialRow; changed: CredentialRow; was: CredentialChange["was"] },
): Promise<CredentialRow> {
  const set = Object.entries(changed).filter(([name, value]) => value !== row[name as keyof CredentialRow]);
  if (set.length === 0) return row;
  const { id, workspaceId } = row as CredentialRow & Pick<Scope, "workspaceId">;
  // Whoever gives it a mailbox of another domain has not said that this one sends what the former was to.
  const renamedFrom = isSameDomain(row.appEmail, changed.appEmail) ? row.appEmail : undefined;
  const saved = await store.change({ id, workspaceId, known: was, renamedFrom }, Object.fromEntries(set));
  if (saved !== null) return saved;
  if ((await store.one({ id, workspaceId })) === null) throw notFound();
  throw refused("changed_meanwhile", { fields: Object.keys(was ?? {}) });
}

const isUntried = ({ pausedReason }: CredentialRow): boolean => pausedReason?.code === "sign_in_untried";

/**
 * That an account is as a call gives it, whose fields can be named then, and not as it is stored. `mayWait`: where a
 * provider's own server cannot be reached, it is kept all the same and waits, since the person has named nothing that could
 * be wrong but the password. A server that they name themselves may be misspelt.
 */
type Given = { mayWait: boolean };

/**
 * @throws {Refusal} bad_request with what to do when the server refuses the sign-in, unavailable when it is away.
 */
async function proveSignIn(
  core: Core,
  {
    row,
    providers: senders,
    given,
  }: { row: CredentialRow; providers: SendingProviders; given: Given | undefined },
): Promise<Proof> {
  const account = accountOf(core, { row, connections: 1 });
  const verification = await senders[account.provider].verify(account);
  if (verification.ok) return { row, advice: verification.advice };
  const { temporary, unreached = false, reason: why } = verification;
  if (!given?.mayWait || !unreached || providers[row.provider].host === null) {
    const field = given && fieldOf[why.code];
    throw refusedFor(temporary ? "unavailable" : "bad_request", whatToDo(why), { field });
  }
  const waits = reason("sign_in_untried", { last: inner(why) }, why.reply);
  return {
    row: { ...row, paused: true, pausedReason: waits, pausedUntil: null },
    advice: inWords(waits),
  };
}

/** Where in the call the fault is that a sign-in shows, of those that are surely one field's. */
const fieldOf: Partial<Record<ReasonCode, keyof CredentialInput>> = {
  host_unknown: "host",
  server_unknown: "host",
  public_server_unknown: "host",
  sign_in_refused: "appPassword",
  sandbox_off: "provider",
};

/** Whether another row stands for the same mailbox, connected in the same way. */
function isSameAccount(other: CredentialRow, { id, provider, type, appEmail }: CredentialRow): boolean {
  if (other.id === id) return false;
  return other.provider === provider && other.type === type && other.appEmail === appEmail;
}

/** What a server says when it turns somebody away is a code and some words of its own, which tell nobody what to do. */
function whatToDo(why: Reason): Reason {
  switch (why.code) {
    case "put_off":
    case "server_busy":
    case "provider_daily_limit":
      return reason("server_not_now", {}, why.reply);
    case "account_refused":
      return reason("server_not_in", {}, why.reply);
    default:
      return why;
  }
}

const signInFields = ["appEmail", "secret", "host", "port", "security", "user"] as const;

const aliasFields = ["alias", "appEmail", "user"] as const;

/** @throws {Refusal} bad_request when the alias names an address or a name that is not the account's to use. */
function refuseFalseAlias(row: CredentialRow): void {
  const fault = aliasFault(senderAccountOf(row));
  if (fault !== null) throw refusedFor("bad_request", fault, { field: "alias" });
}

/** @throws {Refusal} bad_request for another provider, and what only a visit to it can change: ignored, it would pass for saved. */
function refuseFixed(row: CredentialRow, input: CredentialChange): void {
  const { appPassword, appEmail = row.appEmail, provider = row.provider } = input;
  if (provider !== row.provider) throw refused("provider_fixed", {}, { field: "provider" });
  if (!isConnected(row)) return;
  if (appPassword !== "") throw refused("account_by_visit", {}, { field: "appPassword" });
  if (normalAddress(appEmail) !== normalAddress(row.appEmail))
    throw refused("account_by_visit", {}, { field: "appEmail" });
}

/** @throws {Refusal} password_required when a stored password would go where it was not entered for. */
function refuseMovedPassword(row: CredentialRow, changed: CredentialRow): void {
  if (row.secret === null || changed.secret !== row.secret) return;
  if (asksPasswordAgain(signInOf(row), signInOf(changed)))
    throw refused("password_again", {}, { field: "appPassword" });
}

function signInOf({ appEmail, host, port, security, user }: CredentialRow): SignIn {
  return { appEmail, host, port, security: security as SignIn["security"], user };
}
