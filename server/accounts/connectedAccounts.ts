import { parseAddress, parseAlias } from "../../contract/address.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { credentialLimits } from "../../contract/limits/accounts/accounts.ts";
import { refused } from "../../contract/refused.ts";
import { type Budget, personalOutlookBudget, providers } from "../../contract/sending/providers.ts";
import { senderNameFault } from "../../contract/sending/senderNameFault.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { Core } from "../core/core.ts";
import { accountSecretPlace } from "../secrets/accountSecret.ts";
import type { AccountDomainService } from "./domain/accountDomains.ts";

export type Claims = {
  /** The provider's one name for the account that never changes. */
  subject: string;
  email: string;
  isPersonal?: boolean;
};

type Granted = {
  workspaceId: WorkspaceId;
  /** The account that is reconnected; null when a new one is connected. */
  credentialId: string | null;
  claims: Claims;
  refreshToken: string;
  /** Of the person who connects it, for the name that recipients see. */
  firstName: string;
};

/** What differs between the providers that connect accounts. */
const connecting = {
  gscope: {
    provider: "google",
    subject: "googleSubject",
    budget: (): Budget => providers.google.budget,
    unusable: "google_address_unusable",
    anotherChosen: "google_another_chosen",
  },
  mscope: {
    provider: "outlook",
    subject: "microsoftSubject",
    budget: ({ isPersonal }: Claims): Budget =>
      isPersonal ? personalOutlookBudget : providers.outlook.budget,
    unusable: "microsoft_address_unusable",
    anotherChosen: "microsoft_another_chosen",
  },
} as const;

export type ConnectedType = keyof typeof connecting;

export type ConnectedAccounts = ReturnType<typeof createConnectedAccounts>;

type Parts = {
  type: ConnectedType;
  /** Lets an account's work continue with what is stored now. */
  goOn(account: { id: string; userId: null }): Promise<void>;
  /** Looks at the domain of what was added or changed. */
  domains: Pick<AccountDomainService, "changed">;
};

/** Sending accounts that a provider connected. */
export function createConnectedAccounts(core: Core, { type, goOn, domains }: Parts) {
  const store = createCredentialStore(core.database);
  const kind = connecting[type];

  /** Whether this is the account behind the row: addresses can change hands, subjects never do. */
  function isBehind(row: CredentialRow, { subject, email }: Claims): boolean {
    const known = row[kind.subject];
    return known === null ? row.appEmail === email : known === subject;
  }

  async function add({ workspaceId, claims, refreshToken, firstName }: Granted): Promise<void> {
    const id = core.newId();
    const { perDay, perMinute, gapMs } = kind.budget(claims);
    const added = await store.add(
      {
        id,
        workspaceId,
        provider: kind.provider,
        type,
        appEmail: claims.email,
        alias: aliasFor(claims.email, firstName),
        secret: core.secrets.seal(refreshToken, accountSecretPlace({ workspaceId, id })),
        [kind.subject]: claims.subject,
        perDay,
        perMinute,
        gapMs,
        paused: false,
        createdAt: core.clock.now(),
      },
      credentialLimits.perUser,
    );
    await domains.changed(null, added);
  }

  return {
    /** @throws {Refusal} not_found where there is no such account, conflict where it is another of the provider's. */
    async proveBehind(key: { workspaceId: WorkspaceId; id: string }, claims: Claims): Promise<void> {
      const row = await store.one(key);
      if (row === null || row.type !== type) throw refused("account_not_found");
      if (!isBehind(row, claims))
        throw refused(kind.anotherChosen, { chosen: claims.email, expected: row.appEmail });
    },

    /**
     * Keeps a permission to send: at the account that is reconnected, at one that stands for the same account of the
     * provider already, or at a new one. @throws {Refusal} conflict for another account than the reconnected one.
     */
    async save(granted: Granted): Promise<void> {
      const { workspaceId, credentialId, claims, refreshToken } = granted;
      if (!parseAddress(claims.email).ok) throw refused(kind.unusable);
      const connected = (await store.ownedBy(workspaceId)).filter((row) => row.type === type);
      const known =
        credentialId === null
          ? connected.find((row) => isBehind(row, claims))
          : connected.find((row) => row.id === credentialId);
      if (known === undefined) {
        if (credentialId !== null) throw refused("account_not_found");
        return add(granted);
      }
      if (!isBehind(known, claims))
        throw refused(kind.anotherChosen, { chosen: claims.email, expected: known.appEmail });
      const { id } = known;
      const saved = await store.change(
        { workspaceId, id, renamedFrom: known.appEmail },
        {
          secret: core.secrets.seal(refreshToken, accountSecretPlace({ workspaceId, id })),
          [kind.subject]: claims.subject,
          appEmail: claims.email,
          // A renamed account sends from its new address.
          alias: known.appEmail === claims.email ? known.alias : renamed(known.alias, claims.email),
        },
      );
      if (saved !== null) await domains.changed(known, saved);
      await goOn({ id, userId: null });
    },
  };
}

/** One word and the address (specification, section 5): the person's first name, else what stands before the @. */
function aliasFor(email: string, firstName: string): string {
  const name = firstName.trim().replace(/\s+/g, "_");
  const named = `${name} <${email}>`;
  const isGood = parseAlias(named) !== null && senderNameFault(name) === null;
  return isGood ? named : `${email.slice(0, email.indexOf("@"))} <${email}>`;
}

function renamed(alias: string, email: string): string {
  return aliasFor(email, parseAlias(alias)?.name ?? "");
}
