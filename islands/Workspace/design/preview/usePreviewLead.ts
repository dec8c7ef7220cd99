import { useMemo, useState } from "react";
import { designLimits } from "../../../../contract/limits/design.ts";
import type { MergeValues } from "../../../../contract/mergeFields.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { sampleLead } from "../../../../contract/sending/sampleLead.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useSettled } from "../../../_data/useSettled.ts";

export type PreviewLead = {
  /** Null where the values are invented, because there is no lead. */
  lead: Lead | null;
  values: MergeValues;
  /** Which of the found leads this is, from 1, and of how many. */
  place: number;
  total: number;
  search: string;
  find: (search: string) => void;
  step: (by: 1 | -1) => void;
  message: string;
};

/** For whom a mail is previewed: one lead at a time, each asked of the server when it is looked at. */
export function usePreviewLead(): PreviewLead {
  const [search, setSearch] = useState("");
  const [place, setPlace] = useState(1);
  // Each question counts among the calls that a person has in a minute, and the page needs those too.
  const wanted = useSettled(`${place} ${search}`, designLimits.preview.leadPauseMs);
  const loaded = useLoad(`preview lead ${wanted}`, async (signal) => {
    const query = { page: place, pageSize: 1, ...(search === "" ? {} : { search }) };
    const answer = await browserClient("GET /amplify/leads", { query }, { signal });
    return Array.isArray(answer) ? { items: answer.slice(0, 1), total: answer.length } : answer;
  });
  const lead = loaded.value?.items[0] ?? null;
  const values = useMemo(() => {
    const { firstName, lastName, email, phone } = lead ?? sampleLead;
    return { firstName, lastName, email, phone, unsubscribeUrl: "#" };
  }, [lead]);
  return {
    lead,
    values,
    place,
    total: loaded.value?.total ?? 0,
    search,
    find: (wanted) => {
      setSearch(wanted);
      setPlace(1);
    },
    step: (by) => setPlace((before) => before + by),
    message: loaded.message,
  };
}
