import { campaignName } from "../../../../../contract/campaigns/campaignName.ts";
import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../../_data/queries.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import type { ComboboxOption } from "../../../../_parts/fields/Combobox.tsx";
import { hasBegun } from "../../steering/actions.ts";
import { listMoment } from "../../when.ts";
import type { Token } from "./Tokens.tsx";

type Named = { _id: string; name: string; detail?: string; isOffered?: boolean };

export type Names = {
  /** Those that may still be chosen. */
  options: (chosen: readonly string[]) => ComboboxOption[];
  tokensOf: (chosen: readonly string[], onRemove: (id: string) => void) => Token[];
  nameOf: (id: string) => string;
};

/** The collections of the workspace by their names. */
export function useCollectionNames(): Names {
  const texts = useTexts(whomTexts);
  const collections = useLoad(queries.collections());
  return useNames(
    collections.value?.map(({ _id, name, count }) => ({ _id, name, detail: texts.leadCount(count) })),
    texts.goneCollection,
  );
}

/** Campaigns that somebody has got already, by their names. */
export function useCampaignNames(except: string): Names {
  const texts = useTexts(whomTexts);
  const campaigns = useLoad(queries.everyCampaign());
  const others = campaigns.value?.filter(({ _id }) => _id !== except);
  return useNames(
    others?.map((one) => ({
      _id: one._id,
      name: campaignName(one),
      detail: listMoment(one.startAt ?? one.createdAt),
      isOffered: hasBegun(one),
    })),
    texts.goneCampaign,
  );
}

/** What has ids is told by names. Before these are known an id is no deleted one. */
export function useNames(listed: readonly Named[] | undefined, gone: string): Names {
  const texts = useTexts(whomTexts);
  const find = (id: string) => listed?.find(({ _id }) => _id === id);
  const nameOf = (id: string) => find(id)?.name ?? (listed === undefined ? texts.looking : gone);
  return {
    nameOf,
    options: (chosen) =>
      (listed ?? [])
        .filter(({ _id, isOffered = true }) => isOffered && !chosen.includes(_id))
        .map(({ _id, name, detail }) => ({
          key: _id,
          label: name,
          ...(detail === undefined ? {} : { detail }),
        })),
    tokensOf: (chosen, onRemove) =>
      chosen.map((id) => {
        const detail = find(id)?.detail;
        return {
          key: id,
          label: nameOf(id),
          ...(detail === undefined ? {} : { detail }),
          isGone: listed !== undefined && find(id) === undefined,
          onRemove: () => onRemove(id),
        };
      }),
  };
}
