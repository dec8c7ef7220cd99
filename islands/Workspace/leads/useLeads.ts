import { useEffect, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Collection, Lead, LeadFilter, LeadMatching } from "../../../contract/schemas/lead.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { patiently } from "../../_data/patiently.ts";
import { useSetting } from "../../_data/setting.ts";
import { type Loaded, useLoad } from "../../_data/useLoad.ts";
import { type LeadOrder, useLeadOrder } from "./useLeadOrder.ts";

export type LeadPage = { items: Lead[]; total: number; page: number; pageSize: number };

/** Which leads are shown, and the ways to show others. */
export type LeadsView = {
  /** "all", or the name of a collection. */
  collection: string;
  search: string;
  filter: LeadFilter | null;
  /** The collection, search and filter in the words of a query. */
  matching: LeadMatching;
  /** Whether a search or a filter leaves some of the collection out. */
  isNarrowed: boolean;
  order: LeadOrder;
  /** What is asked for but its page, and the same as one text. */
  query: LeadMatching & LeadOrder;
  question: string;
  /** The first leads of the list. */
  page: Loaded<LeadPage>;
  /** How many leads there are in all collections together; undefined until it is known. */
  totalOfAll: number | undefined;
  choose: (collection: string) => void;
  searchFor: (text: string) => void;
  filterBy: (filter: LeadFilter | null) => void;
  sortBy: (order: LeadOrder) => void;
  /** Asks again for everything that a changed lead may change. */
  refresh: () => void;
};

/** The beginning of the list, asked of the server with the collection, search, filter and order that are chosen. */
export function useLeads(collections: Loaded<Collection[]>): LeadsView {
  const [remembered, remember] = useSetting("collection");
  const collection = remembered === "" ? "all" : remembered;
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<LeadFilter | null>(null);
  const [order, sortBy] = useLeadOrder();

  // While the list is asked for again it may lack the collection that was just added.
  const known = collections.state === "done" && !collections.refreshing;
  const gone = known && collection !== "all" && !collections.value?.some(({ name }) => name === collection);
  useEffect(() => {
    // A collection deleted elsewhere is no longer there to be shown (specification, section 4).
    if (gone) remember("all");
  }, [gone, remember]);

  const matching: LeadMatching = {
    ...(search === "" ? {} : { search }),
    ...(collection === "all" ? {} : { collection }),
    ...(filter === null ? {} : { filter }),
  };
  const query = { ...order, ...matching };
  const question = JSON.stringify(query);
  const page = useLoad(question, (signal) =>
    leadPage({ ...query, page: 1, pageSize: screenLimits.leadChunk }, signal),
  );
  const total = useLoad("total", (signal) => leadPage({ page: 1, pageSize: 1 }, signal));

  return {
    ...{ collection, search, filter, matching, order, query, question, page },
    isNarrowed: search !== "" || filter !== null,
    totalOfAll: total.value?.total,
    choose: remember,
    searchFor: setSearch,
    filterBy: setFilter,
    sortBy,
    refresh: () => {
      page.reload();
      total.reload();
      collections.reload();
    },
  };
}

/** With a page in the query the server answers one page; the whole list is for programs. Waits where that is too often. */
export async function leadPage(
  query: { page: number; pageSize: number } & LeadMatching & Partial<LeadOrder>,
  signal?: AbortSignal,
): Promise<LeadPage> {
  const options = signal ? { signal } : {};
  const answer = await patiently(() => browserClient("GET /amplify/leads", { query }, options), signal);
  if (!Array.isArray(answer)) return answer;
  return { items: answer, total: answer.length, page: 1, pageSize: Math.max(answer.length, 1) };
}
