import { useEffect, useState } from "react";
import { limits } from "../../../contract/limits.ts";
import type { Collection, Lead, LeadSortKey } from "../../../contract/schemas/lead.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useSetting } from "../../_data/setting.ts";
import { type Loaded, useLoad } from "../../_data/useLoad.ts";

export type LeadPage = { items: Lead[]; total: number; page: number; pageSize: number };
export type LeadOrder = { sort: LeadSortKey; order: "asc" | "desc" };

/** Which leads are shown, and the ways to show others. */
export type LeadsView = {
  /** "all", or the name of a collection. */
  collection: string;
  search: string;
  order: LeadOrder;
  page: Loaded<LeadPage>;
  /** How many leads there are in all collections together; undefined until it is known. */
  totalOfAll: number | undefined;
  choose: (collection: string) => void;
  searchFor: (text: string) => void;
  sortBy: (order: LeadOrder) => void;
  turnTo: (page: number) => void;
  /** Asks again for everything that a changed lead may change. */
  refresh: () => void;
};

/** One page of leads at a time, asked of the server with the collection, search and order that are chosen. */
export function useLeads(collections: Loaded<Collection[]>): LeadsView {
  const [remembered, remember] = useSetting("collection");
  const collection = remembered === "" ? "all" : remembered;
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<LeadOrder>({ sort: "createdAt", order: "desc" });
  const [pageNumber, setPageNumber] = useState(1);

  // While the list is asked for again it may lack the collection that was just added.
  const known = collections.state === "done" && !collections.refreshing;
  const gone = known && collection !== "all" && !collections.value?.some(({ name }) => name === collection);
  useEffect(() => {
    // A collection deleted elsewhere is no longer there to be shown (specification, section 4).
    if (gone) remember("all");
  }, [gone, remember]);

  const query = {
    ...order,
    page: pageNumber,
    pageSize: limits.page.sizeDefault,
    ...(search === "" ? {} : { search }),
    ...(collection === "all" ? {} : { collection }),
  };
  const page = useLoad(JSON.stringify(query), (signal) => leadPage(query, signal));
  const total = useLoad("total", (signal) => leadPage({ page: 1, pageSize: 1 }, signal));

  const last = Math.max(1, Math.ceil((page.value?.total ?? 0) / limits.page.sizeDefault));
  useEffect(() => {
    // The last lead of the last page was deleted: nobody wants to look at an empty page.
    if (page.state === "done" && !page.refreshing && pageNumber > last) setPageNumber(last);
  }, [page.state, page.refreshing, pageNumber, last]);

  const fromTheStart =
    <T>(change: (value: T) => void) =>
    (value: T) => {
      change(value);
      setPageNumber(1);
    };
  return {
    collection,
    search,
    order,
    page,
    totalOfAll: total.value?.total,
    choose: fromTheStart(remember),
    searchFor: fromTheStart(setSearch),
    sortBy: fromTheStart(setOrder),
    turnTo: setPageNumber,
    refresh: () => {
      page.reload();
      total.reload();
      collections.reload();
    },
  };
}

/** With a page in the query the server answers one page; the whole list is for programs. */
async function leadPage(
  query: { page: number; pageSize: number; search?: string; collection?: string } & Partial<LeadOrder>,
  signal: AbortSignal,
): Promise<LeadPage> {
  const answer = await browserClient("GET /amplify/leads", { query }, { signal });
  if (!Array.isArray(answer)) return answer;
  return { items: answer, total: answer.length, page: 1, pageSize: Math.max(answer.length, 1) };
}
