import { useEffect, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { LeadMatching } from "../../../contract/schemas/leadMatching.ts";
import type { Question } from "../../../contract/segments/question.ts";
import { personalStorage } from "../../_data/personalStorage.ts";
import { type LeadOrder, type LeadPage, queries } from "../../_data/queries.ts";
import { readSetting, useSetting, writeSetting } from "../../_data/setting.ts";
import { type Loaded, useLoad } from "../../_data/useLoad.ts";
import { leadColumns } from "./table/leadColumns.tsx";
import { useGone } from "./useGone.ts";

/** Whom a question finds, or a segment; `base` is the segment that a question was made of. */
export type Narrowing = Pick<LeadMatching, "segmentId" | "question" | "zone"> & {
  base?: string;
  /** What the base asked when its question began to be changed. */
  was?: Question;
};

/** Which leads are shown, and the ways to show others. */
export type LeadsView = {
  /** "all", or the name of a collection. */
  collection: string;
  search: string;
  narrowing: Narrowing | null;
  /** The collection, search and question in the words of a query. */
  matching: LeadMatching;
  /** Whether a search or a question leaves some of the collection out. */
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
  narrowBy: (narrowing: Narrowing | null) => void;
  sortBy: (order: LeadOrder) => void;
};

/** The beginning of the list, asked of the server with the collection, search, question and order that are chosen. */
export function useLeads(uid: string): LeadsView {
  const collections = useLoad(queries.collections());
  const [remembered, remember] = useSetting("collection");
  const collection = remembered === "" ? "all" : remembered;
  const [search, searchFor] = useKeptSearch(uid);
  const [narrowing, narrowBy] = useState<Narrowing | null>(null);
  const [order, sortBy] = useLeadOrder();

  // It is no longer there to be shown (specification, section 4).
  useGone(collections, {
    chosen: collection === "all" ? "" : collection,
    nameOf: ({ name }) => name,
    leave: () => remember("all"),
  });

  const { base: _, was: _before, ...narrowed } = narrowing ?? {};
  const matching: LeadMatching = {
    ...(search === "" ? {} : { search }),
    ...(collection === "all" ? {} : { collection }),
    ...narrowed,
  };
  const query = { ...order, ...matching };
  const question = JSON.stringify(query);
  const page = useLoad(queries.leads({ ...query, page: 1, pageSize: screenLimits.leadChunk }));
  const total = useLoad(queries.leads({ page: 1, pageSize: 1 }));

  return {
    collection,
    search,
    narrowing,
    matching,
    order,
    query,
    question,
    page,
    isNarrowed: search !== "" || narrowing !== null,
    totalOfAll: total.value?.total,
    choose: remember,
    searchFor,
    narrowBy,
    sortBy,
  };
}

const keptSearch = personalStorage<{ search: string }>({
  storage: "sessionStorage",
  key: "leadSearch",
  isValue: (left): left is { search: string } => typeof left.search === "string",
});

/** What is searched for, as this tab left it: the list goes on after a reload, as that of the campaigns does. */
function useKeptSearch(uid: string): [string, (search: string) => void] {
  const [search, setSearch] = useState("");
  // The first render has to be the server's.
  useEffect(() => setSearch((before) => keptSearch.read(uid)?.search ?? before), [uid]);
  return [
    search,
    (wanted) => {
      setSearch(wanted);
      keptSearch.keep(uid, wanted === "" ? null : { search: wanted });
    },
  ];
}

const newestFirst: LeadOrder = { sort: "createdAt", order: "desc" };

/** The order of the list: as it was chosen here, else as this browser last had it. Another tab keeps its own. */
function useLeadOrder(): [LeadOrder, (order: LeadOrder) => void] {
  const [order, setOrder] = useState(newestFirst);
  // The server cannot know of it, and the first render has to be the server's.
  useEffect(() => setOrder((before) => orderFrom(readSetting("leadOrder")) ?? before), []);
  return [
    order,
    (chosen) => {
      setOrder(chosen);
      writeSetting("leadOrder", `${chosen.sort} ${chosen.order}`);
    },
  ];
}

/** "email asc"; null for anything that is no order. */
function orderFrom(text: string): LeadOrder | null {
  const [key, direction] = text.split(" ");
  const sort = leadColumns.find((column) => column.sort === key)?.sort;
  return sort !== undefined && (direction === "asc" || direction === "desc")
    ? { sort, order: direction }
    : null;
}
