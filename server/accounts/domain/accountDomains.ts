import type { Scope } from "../../../contract/identity/scope.ts";
import { domainLimits } from "../../../contract/limits/accounts/domains.ts";
import { healthLimits } from "../../../contract/limits/accounts/health.ts";
import { dayMs } from "../../../contract/limits/units.ts";
import { reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { AccountDomain } from "../../../contract/schemas/accounts/domain.ts";
import { createAccountDayStore } from "../../../db/stores/accounts/accountDays.ts";
import { type CredentialRow, createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createDomainCheckStore, type DomainChecksRow } from "../../../db/stores/accounts/domainChecks.ts";
import { createSigningKeyStore, type SigningKeyRow } from "../../../db/stores/accounts/signingKeys.ts";
import type { Core } from "../../core/core.ts";
import { inWords } from "../../core/inWords.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { boundedResolver, createResolver, type Resolver } from "./dns/resolver.ts";
import { judgedAccount, sendingDomain } from "./judgedAccount.ts";
import { type Judged, judged } from "./judging/judged.ts";
import { recordsOf } from "./keys/makeKeys.ts";

type Key = Scope & { id: string };

export type AccountDomainService = ReturnType<typeof createAccountDomainService>;

/** Who asks the DNS for this installation; null where nobody may. */
export function resolverOf({ settings }: Pick<Core, "settings">): Resolver | null {
  return settings.dnsServers === null ? null : createResolver(settings.dnsServers);
}

/** The domains that accounts send from: what was found at them, and looks at them by hand, after a change, and each day. */
export function createAccountDomainService(
  core: Core,
  { jobs, resolver = resolverOf(core) }: { jobs: Pick<Jobs, "ask">; resolver?: Resolver | null },
) {
  const accounts = createCredentialStore(core.database);
  const checks = createDomainCheckStore(core.database);
  const keys = createSigningKeyStore(core.database);
  const complaintsOf = complaints(core);
  const look = looking(core, { checks, keys, complaintsOf });

  async function owned({ workspaceId, id }: Key): Promise<CredentialRow> {
    const row = await accounts.one({ workspaceId, id });
    if (row === null) throw refused("account_not_found");
    return row;
  }

  async function shown(row: CredentialRow, { workspaceId }: Scope): Promise<AccountDomain> {
    const found = await checks.one({ workspaceId, credentialId: row.id });
    return onTheWire(row, {
      found,
      keys: await keys.ofDomain({ workspaceId, domain: sendingDomain(row) }),
      core,
    });
  }

  return {
    owned,

    /** @throws {Refusal} not_found for an account that is nobody's, or somebody else's. */
    async of(key: Key): Promise<AccountDomain> {
      return shown(await owned(key), key);
    },

    /** Looks now. @throws {Refusal} as `of`. */
    async look(key: Key): Promise<AccountDomain> {
      const row = await owned(key);
      if (row.provider !== "sandbox" && resolver !== null) await look(row, resolver);
      return shown(row, key);
    },

    /** An account was added or changed: somebody looks soon, and nobody waits for it. */
    async changed(before: CredentialRow | null, after: CredentialRow): Promise<void> {
      if (resolver === null || after.provider === "sandbox") return;
      const forgets = before === null || aboutOf(core, before) !== aboutOf(core, after);
      const { id: credentialId, workspaceId } = after;
      await checks.makeDue({ credentialId, workspaceId }, { forgets });
      await jobs.ask({ kind: "lookAtDomains", key: "lookAtDomains" });
    },

    /** Its account is gone: keys of a domain that nobody of the workspace sends from any more go with it. */
    async removed(row: CredentialRow, { workspaceId }: Scope): Promise<void> {
      const domain = sendingDomain(row);
      const left = await accounts.ownedBy(workspaceId);
      if (left.every((other) => sendingDomain(other) !== domain))
        await keys.removeAllOf({ workspaceId, domain });
    },

    /** Looks at what is due, in all workspaces; a turn has an end, and the next one goes on. */
    async lookAtDue(signal: AbortSignal): Promise<void> {
      if (resolver === null) return;
      const rows = await checks.due(core.clock.now(), domainLimits.turnMax);
      for (let at = 0; at < rows.length && !signal.aborted; at += domainLimits.atOnce)
        await Promise.all(rows.slice(at, at + domainLimits.atOnce).map((row) => look(row, resolver)));
      if (rows.length === domainLimits.turnMax)
        await jobs.ask({ kind: "lookAtDomains", key: "lookAtDomains" });
    },
  };
}

/** What a look goes by: where another account would be judged the same, it is the same. */
function aboutOf(core: Core, row: CredentialRow): string {
  return JSON.stringify(judgedAccount(row, core.settings));
}

function complaints({ database, clock }: Core) {
  const days = createAccountDayStore(database);
  return async ({ workspaceId, id }: CredentialRow) => {
    const since = clock.now() - healthLimits.days * dayMs;
    const known = await days.daysSince({ workspaceId, credentialId: id }, since);
    const sum = (of: "accepted" | "complained") => known.reduce((all, day) => all + day[of], 0);
    return { accepted: sum("accepted"), complained: sum("complained") };
  };
}

type Looking = {
  checks: ReturnType<typeof createDomainCheckStore>;
  keys: ReturnType<typeof createSigningKeyStore>;
  complaintsOf: ReturnType<typeof complaints>;
};

/** One look at an account's domain, and what came of it written down. */
function looking(core: Core, { checks, keys, complaintsOf }: Looking) {
  return async (row: CredentialRow, resolver: Resolver): Promise<void> => {
    // Loaded at the first look: a server that is ready holds no list of the world's suffixes.
    const { judgeDomain } = await import("./judging/judgeDomain.ts");
    const { workspaceId, id: credentialId } = row;
    const now = core.clock.now();
    const domain = sendingDomain(row);
    const own = maySign(core, row) ? await keys.ofDomain({ workspaceId, domain }) : [];
    const found = await judgeDomain(
      boundedResolver(resolver, {
        questionsMax: domainLimits.questionsMax,
        untilMs: now + domainLimits.lookMs,
        now: () => core.clock.now(),
      }),
      {
        account: judgedAccount(row, core.settings),
        own: own.map((key) => ({ isSigning: key.signsSince !== null, record: recordsOf(key).rsa })),
        complaints: await complaintsOf(row),
        privateHosts: core.settings.privateHosts,
      },
    );
    const isSilent = found.some(({ cause }) => cause.code === "dns_silent");
    const dueAt = now + (isSilent ? domainLimits.againUnknownMs : domainLimits.againMs);
    await checks.put({ credentialId, workspaceId, domain, checks: found, checkedAt: now, dueAt });
  };
}

/** Google and Microsoft sign what they carry, and would not let another signature stand. */
export function maySign(core: Pick<Core, "settings">, row: CredentialRow): boolean {
  return row.provider !== "sandbox" && judgedAccount(row, core.settings).carrier === "relay";
}

type Shown = { found: DomainChecksRow | null; keys: readonly SigningKeyRow[]; core: Core };

function onTheWire(row: CredentialRow, { found, keys, core }: Shown): AccountDomain {
  const domain = sendingDomain(row);
  const isOff = core.settings.dnsServers === null && row.provider !== "sandbox";
  const off = isOff ? [judged("owner", "unknown", reason("dns_off"))] : [];
  // What was found at another domain says nothing of this one.
  const known = found?.domain === domain ? found : null;
  const checks = isOff ? off : ((known?.checks ?? []) as Judged[]);
  return {
    domain,
    checkedAt: known?.checkedAt ?? null,
    checks: checks.map((check) => ({ ...check, reason: inWords(check.cause) })),
    maySign: maySign(core, row),
    keys: keys.map(({ id, selector, signsSince, createdAt, ...key }) => ({
      _id: id,
      selector,
      signing: signsSince !== null,
      signsSince,
      createdAt,
      records: Object.values(recordsOf({ selector, ...key })),
    })),
  };
}
