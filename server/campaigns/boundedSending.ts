import { normalAddress } from "../../contract/address.ts";
import type { PlannedScope } from "../../contract/identity/scope.ts";
import { refused } from "../../contract/refused.ts";
import type { SendInput } from "../../contract/schemas/campaign.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createBoundedStore } from "../../db/stores/keys/bounded.ts";
import type { Core } from "../core/core.ts";
import { collectionAsked, createKeptTo, type KeptTo } from "../leads/index.ts";
import type { Sending } from "./sending.ts";
import { accountNamed } from "./sendRequest.ts";

export type BoundedSending = ReturnType<typeof createBoundedSending>;

/**
 * Sends by keys that are kept to some collections or accounts: to leads of those alone, through those alone, and of all
 * campaigns such a key may look at those that it has sent. Everybody else sends as ever.
 */
export function createBoundedSending(core: Core, { send }: Pick<Sending, "send">) {
  const store = createBoundedStore(core.database);
  const credentials = createCredentialStore(core.database);
  const keptTo = createKeptTo(core);

  async function withAccount({ workspaceId, only }: PlannedScope, input: SendInput): Promise<SendInput> {
    const accounts = only?.accounts ?? null;
    if (accounts === null) return input;
    const own = (await credentials.ownedBy(workspaceId)).filter(({ id }) => accounts.includes(id));
    return { ...input, credentialId: accountNamed(own, input).id };
  }

  /** @throws {Refusal} forbidden, or not_found for leads that are none of these collections'. */
  async function refuseBeyond(scope: PlannedScope, kept: KeptTo, input: SendInput): Promise<SendInput> {
    const { leads, collection, matching } = input;
    if (leads !== undefined && leads.length > 0) {
      await refuseOthers(scope, kept, leads);
      return input;
    }
    if (collection !== undefined) return { ...input, collection: collectionAsked(kept, { collection }) };
    if (matching === undefined) return input;
    return { ...input, matching: { ...matching, collection: collectionAsked(kept, matching) } };
  }

  async function refuseOthers(
    { workspaceId }: PlannedScope,
    kept: KeptTo,
    leads: NonNullable<SendInput["leads"]>,
  ): Promise<void> {
    const ids: string[] = [];
    const emails: string[] = [];
    for (const reference of leads) {
      const named = typeof reference === "string" ? reference : (reference._id ?? reference.email ?? "");
      const isId = typeof reference === "string" ? !named.includes("@") : reference._id !== undefined;
      if (isId) ids.push(named);
      else emails.push(normalAddress(named));
    }
    const bounds = { workspaceId, collectionIds: kept.ids };
    const knownIds = await store.idsWithin(bounds, ids);
    const knownEmails = await store.emailsWithin(bounds, emails);
    const missing = ids.find((id) => !knownIds.has(id)) ?? emails.find((email) => !knownEmails.has(email));
    if (missing !== undefined) throw refused("lead_not_own", { lead: missing });
  }

  return {
    async send(scope: PlannedScope, input: SendInput, idempotencyKey: string | null) {
      const { only, workspaceId } = scope;
      if (only === undefined) return send(scope, input, idempotencyKey);
      const kept = await keptTo(scope);
      const through = await withAccount(scope, input);
      const within = kept === null ? through : await refuseBeyond(scope, kept, through);
      const sent = await send(scope, within, idempotencyKey);
      await store.noteCampaign({ workspaceId, keyId: only.keyId, campaignId: sent.campaignId });
      return sent;
    },

    /** @throws {Refusal} not_found for a campaign that such a key has not sent. */
    async refuseOther({ workspaceId, only }: PlannedScope, campaignId: string): Promise<void> {
      if (only === undefined) return;
      if (!(await store.hasSent({ workspaceId, keyId: only.keyId, campaignId })))
        throw refused("campaign_not_found");
    },
  };
}
