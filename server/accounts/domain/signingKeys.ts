import type { Scope } from "../../../contract/identity/scope.ts";
import { domainLimits } from "../../../contract/limits/accounts/domains.ts";
import { refused } from "../../../contract/refused.ts";
import type { AccountDomain } from "../../../contract/schemas/accounts/domain.ts";
import { type CredentialRow, createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createSigningKeyStore, type SigningKeyRow } from "../../../db/stores/accounts/signingKeys.ts";
import type { Core } from "../../core/core.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { type AccountDomainService, maySign, resolverOf } from "./accountDomains.ts";
import { sendingDomain } from "./judgedAccount.ts";
import { showsKey } from "./judging/dkimCheck.ts";
import { makeKeys, recordsOf } from "./keys/makeKeys.ts";

type Key = Scope & { id: string };
type OfKey = Key & { keyId: string };

type Parts = {
  domains: Pick<AccountDomainService, "owned" | "look">;
  sender: Pick<SendingPort, "tell">;
};

/** Keys of our own for accounts whose server signs nothing: made, used once the DNS shows them, replaced, and stopped. */
export function createSigningKeyService(core: Core, { domains, sender }: Parts) {
  const keys = createSigningKeyStore(core.database);
  const accounts = createCredentialStore(core.database);
  const resolver = resolverOf(core);

  async function found({ keyId, ...key }: OfKey): Promise<{ row: CredentialRow; signing: SigningKeyRow }> {
    const row = await domains.owned(key);
    const known = await keys.ofDomain({ workspaceId: key.workspaceId, domain: sendingDomain(row) });
    const signing = known.find(({ id }) => id === keyId);
    if (signing === undefined) throw refused("domain_key_unknown");
    return { row, signing };
  }

  /** Whoever sends takes the keys up with the account. */
  async function restart({ workspaceId }: Scope, domain: string): Promise<void> {
    for (const row of await accounts.ownedBy(workspaceId))
      if (sendingDomain(row) === domain) void sender.tell({ kind: "account", credentialId: row.id });
  }

  /** @throws {Refusal} conflict where the DNS does not show the key, unavailable where it says nothing. */
  async function proveShown(signing: SigningKeyRow): Promise<{ signsEd25519: boolean }> {
    const { rsa, ed25519 } = recordsOf(signing);
    const ask = resolver ?? { ask: async () => ({ kind: "silent" as const }) };
    const shown = await showsKey(ask, rsa);
    if (shown === "missing") throw refused("domain_key_unseen", { name: rsa.name });
    if (shown === "silent") throw refused("domain_key_silent", { name: rsa.name });
    return { signsEd25519: (await showsKey(ask, ed25519)) === "shown" };
  }

  return {
    /** @throws {Refusal} conflict where the provider signs, or there are as many as may be. */
    async make(key: Key): Promise<AccountDomain> {
      const row = await domains.owned(key);
      if (!maySign(core, row)) throw refused("domain_signed_elsewhere");
      const { workspaceId } = key;
      await keys.add(
        await makeKeys(core, { workspaceId, domain: sendingDomain(row) }),
        domainLimits.keyPairsMax,
      );
      // What was found before says to make a key.
      return domains.look(key);
    },

    /** Signs with it from the next mail on, or no more. @throws {Refusal} as `proveShown`. */
    async change(ofKey: OfKey, { signing: wanted }: { signing: boolean }): Promise<AccountDomain> {
      const { row, signing } = await found(ofKey);
      const of = { workspaceId: ofKey.workspaceId, domain: signing.domain, id: signing.id };
      if (wanted && !maySign(core, row)) throw refused("domain_signed_elsewhere");
      if (wanted) await keys.use(of, { ...(await proveShown(signing)), signsSince: core.clock.now() });
      else await keys.stop(of);
      await restart(ofKey, signing.domain);
      return domains.look(ofKey);
    },

    async remove(ofKey: OfKey): Promise<AccountDomain> {
      const { signing } = await found(ofKey);
      const { workspaceId } = ofKey;
      if (!(await keys.remove({ workspaceId, domain: signing.domain, id: signing.id })))
        throw refused("domain_key_unknown");
      if (signing.signsSince !== null) await restart(ofKey, signing.domain);
      return domains.look(ofKey);
    },
  };
}
