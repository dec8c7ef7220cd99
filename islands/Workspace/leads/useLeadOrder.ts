import { useEffect, useState } from "react";
import type { LeadOrder } from "../../_data/queries.ts";
import { readSetting, writeSetting } from "../../_data/setting.ts";
import { leadColumns } from "./table/leadColumns.tsx";

const newestFirst: LeadOrder = { sort: "createdAt", order: "desc" };

/** The order of the list: as it was chosen here, else as this browser last had it. Another tab keeps its own. */
export function useLeadOrder(): [LeadOrder, (order: LeadOrder) => void] {
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
