import type { z } from "zod";
import type { Scope, WorkspaceId } from "../../../contract/identity/scope.ts";
import { transactionalLimits as limits } from "../../../contract/limits/sending.ts";
import { refused } from "../../../contract/refused.ts";
import type {
  KindSuppression,
  KindSuppressionQuery,
  kindSuppressionInput,
} from "../../../contract/schemas/transactional.ts";
import {
  createKindSuppressionStore,
  type KindSuppressionRow,
} from "../../../db/stores/campaigns/transactional/kindSuppressions.ts";
import { createBouncedAddressStore } from "../../../db/stores/inbound/bouncedAddresses.ts";
import type { Core } from "../../core/core.ts";

/**
 * Addresses that take no mail of a kind, or of none. Campaigns know nothing of it, nor does it know of their opt-outs:
 * whoever wants no news still gets the receipt that they asked for.
 */
export function createKindSuppressions(core: Core) {
  const store = createKindSuppressionStore(core.database);
  const bounced = createBouncedAddressStore(core.database);

  function shown({
    id,
    workspaceId,
    kind,
    sealedEmail,
    cause,
    createdAt,
  }: KindSuppressionRow): KindSuppression {
    return { id, email: core.secrets.open(sealedEmail, placeOf(workspaceId, id)), kind, cause, createdAt };
  }

  /** That mails came back is no kind's, and stops them all. */
  async function returnedFrom(address: { workspaceId: WorkspaceId; emailHash: string }) {
    const known = await bounced.one(address);
    return known === null || known.forGoodAt === null ? null : { at: known.forGoodAt, words: known.words };
  }

  return {
    async list(
      { workspaceId }: Scope,
      { kind, email, before, pageSize, order = "desc" }: KindSuppressionQuery,
    ) {
      const size = pageSize ?? limits.pageDefault;
      const emailHash = email === undefined ? null : core.secrets.hashAddress(email);
      const rows = await store.pageOf({
        workspaceId,
        kind: kind ?? null,
        beforeId: before ?? null,
        countMax: size + 1,
        order,
        emailHash,
      });
      const items = rows.slice(0, size).map(shown);
      const next = rows.length > size ? (items.at(-1)?.id ?? null) : null;
      return { items, next, ...(emailHash && { returned: await returnedFrom({ workspaceId, emailHash }) }) };
    },

    async add(
      { workspaceId }: Scope,
      { email, kind, cause }: z.infer<typeof kindSuppressionInput>,
    ): Promise<KindSuppression> {
      const id = core.newId();
      const row = {
        id,
        workspaceId,
        kind,
        cause,
        createdAt: core.clock.now(),
        emailHash: core.secrets.hashAddress(email),
        sealedEmail: core.secrets.seal(email, placeOf(workspaceId, id)),
      };
      return shown(await store.add(row));
    },

    /** @throws {Refusal} not_found. */
    async remove({ workspaceId }: Scope, id: string): Promise<void> {
      if (!(await store.remove({ workspaceId, id }))) throw refused("suppression_not_found");
    },
  };
}

const placeOf = (workspaceId: WorkspaceId, rowId: string) => ({
  workspaceId,
  rowId,
  field: "suppressedEmail",
});
