import type { Scope } from "../../contract/identity/scope.ts";
import { recipientLimits } from "../../contract/limits/recipients.ts";
import { refused } from "../../contract/refused.ts";
import type { CampaignOptouts, LeadConsent, Optout } from "../../contract/schemas/optouts.ts";
import { createPlanStore } from "../../db/stores/campaigns/plans/plans.ts";
import { createUserStore } from "../../db/stores/identity/users.ts";
import { createImportStore } from "../../db/stores/imports/imports.ts";
import { createBouncedAddressStore } from "../../db/stores/inbound/bouncedAddresses.ts";
import { createLeadStore, type LeadRow } from "../../db/stores/leads/leads.ts";
import { createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import { createOptoutStore, type ListedOptout } from "../../db/stores/tracking/optouts.ts";
import type { Core } from "../core/core.ts";

type Key = Scope & { id: string };
type OptoutPage = {
  before?: string | undefined;
  order?: "asc" | "desc" | undefined;
  pageSize?: number | undefined;
};

export type OptoutLists = ReturnType<typeof createOptoutLists>;

/** What the owner sees of who left and who agreed: by campaign, and of one lead. */
export function createOptoutLists(core: Core) {
  const { database } = core;
  const optouts = createOptoutStore(database);
  const plans = createPlanStore(database);
  const leads = createLeadStore(database);
  const suppressions = createSuppressionStore(database);
  const bounced = createBouncedAddressStore(database);
  const nameOf = createNames(core);
  const { shownMax } = recipientLimits;

  return {
    /** @throws {Refusal} not_found. */
    async ofCampaign(
      { workspaceId, id }: Key,
      { before, order, pageSize = shownMax }: OptoutPage,
    ): Promise<CampaignOptouts> {
      const key = { workspaceId, id };
      if ((await plans.ownedBy(key)) === null) throw refused("campaign_not_found");
      const reasons = await optouts.reasonsOf(key);
      const rows = await optouts.pageOf({ ...key, before, order, countMax: pageSize + 1 });
      const items = rows.slice(0, pageSize);
      return {
        total: reasons.reduce((sum, { count }) => sum + count, 0),
        reasons,
        items: items.map(optoutAnswer),
        next: rows.length > pageSize ? (items.at(-1)?.id ?? null) : null,
      };
    },

    /** Somebody of the workspace says that its address takes mail by now. @throws {Refusal} not_found. */
    async mailAgain({ workspaceId, id }: Key): Promise<void> {
      const lead = await leads.one({ workspaceId, id });
      if (lead === null) throw refused("lead_not_found");
      await bounced.forget({ workspaceId, emailHash: core.secrets.hashAddress(lead.email) });
    },

    /** @throws {Refusal} not_found. */
    async ofLead({ workspaceId, id }: Key): Promise<LeadConsent> {
      const lead = await leads.one({ workspaceId, id });
      if (lead === null) throw refused("lead_not_found");
      const address = { workspaceId, emailHash: core.secrets.hashAddress(lead.email) };
      const said = await suppressions.saidOf(address);
      const rows = await optouts.ofAddress({ ...address, countMax: shownMax });
      return {
        consent: lead.consent,
        at: lead.consentAt,
        how: lead.consentHow,
        by: await nameOf(lead),
        ownerOptoutAt: said && (said.source === "owner" ? said.createdAt : said.ownerAt),
        optouts: rows.map(optoutAnswer),
        returned: await bounced.one(address),
      };
    },
  };
}

/** Who said it: a person's name, or a file's. */
function createNames({ database }: Core) {
  const users = createUserStore(database);
  const imports = createImportStore(database);
  return async ({ workspaceId, consentHow, consentBy }: LeadRow): Promise<string | null> => {
    if (consentBy === null) return null;
    if (consentHow === "by_import") return (await imports.one({ workspaceId, id: consentBy }))?.name ?? null;
    const user = await users.byId(consentBy);
    return user && `${user.firstName} ${user.lastName}`;
  };
}

function optoutAnswer({ id, createdAt, ...optout }: ListedOptout): Optout {
  return { ...optout, _id: id, at: createdAt };
}
