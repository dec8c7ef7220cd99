import { useMemo, useState } from "react";
import { valueTexts } from "../../../../contract/leads/fieldText.ts";
import { designLimits } from "../../../../contract/limits/design.ts";
import { type CustomNames, customNames, type MergeValues } from "../../../../contract/mergeFields.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { sampleLead } from "../../../../contract/sending/sampleLead.ts";
import { queries } from "../../../_data/queries.ts";
import { useCustomFields } from "../../../_data/useCustomFields.ts";
import { useDebounced } from "../../../_data/useDebounced.ts";
import { useLoad } from "../../../_data/useLoad.ts";

export type PreviewLead = {
  /** Null where the values are invented, because there is no lead. */
  lead: Lead | null;
  values: MergeValues;
  /** The workspace's own fields. */
  custom: CustomNames;
  /** Which of the found leads this is, from 1, and of how many. */
  place: number;
  total: number;
  search: string;
  find: (search: string) => void;
  step: (by: 1 | -1) => void;
  message: string;
};

/** The lead that a mail is previewed for; each is loaded when it is shown. */
export function usePreviewLead(): PreviewLead {
  // Each query counts against the person's rate limit, which the page needs for other calls.
  const [wanted, setWanted] = useState({ place: 1, search: "" });
  const { place, search } = wanted;
  const asked = useDebounced(wanted, designLimits.preview.leadPauseMs);
  const loaded = useLoad(
    queries.leads({
      page: asked.place,
      pageSize: 1,
      ...(asked.search === "" ? {} : { search: asked.search }),
    }),
  );
  const lead = loaded.value?.items[0] ?? null;
  const fields = useCustomFields();
  const values = useMemo(() => {
    const { firstName, lastName, email, phone } = lead ?? sampleLead;
    const own = valueTexts(fields, lead?.fields ?? {});
    return { ...own, firstName, lastName, email, phone, unsubscribeUrl: "#" };
  }, [lead, fields]);
  const custom = useMemo(() => customNames(fields), [fields]);
  return {
    lead,
    values,
    custom,
    place,
    total: loaded.value?.total ?? 0,
    search,
    find: (text) => setWanted({ place: 1, search: text }),
    step: (by) => setWanted((before) => ({ ...before, place: before.place + by })),
    message: loaded.message,
  };
}
