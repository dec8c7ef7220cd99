import { campaignName } from "../../../contract/campaigns/campaignName.ts";
import { definitionOf } from "../../../contract/leads/definitionOf.ts";
import { queries } from "../../_data/queries.ts";
import { type Loaded, useLoad } from "../../_data/useLoad.ts";
import type { BuilderNames } from "./builderNames.ts";

/** The names of the workspace's fields, collections and campaigns, for building a question. */
export function useNames(): Loaded<BuilderNames> {
  const fields = useLoad(queries.fields());
  const collections = useLoad(queries.collections());
  const campaigns = useLoad(queries.everyCampaign());
  const all = [fields, collections, campaigns];
  const failed = all.find(({ state }) => state === "failed");
  const isThere = all.every(({ value }) => value !== undefined);
  return {
    state: isThere ? "done" : failed === undefined ? "loading" : "failed",
    value: isThere
      ? {
          fields: (fields.value ?? []).map(definitionOf),
          collections: (collections.value ?? []).map(({ _id, name }) => ({ id: _id, name })),
          campaigns: (campaigns.value ?? []).map((one) => ({ id: one._id, name: campaignName(one) })),
        }
      : undefined,
    message: failed?.message ?? "",
    refreshing: all.some(({ refreshing }) => refreshing),
    reload: () => Promise.all(all.map(({ reload }) => reload())),
  };
}
