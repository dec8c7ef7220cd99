import { useEffect, useState } from "react";
import type { PlanState } from "../../../../contract/schemas/campaignPlan.ts";
import { personalStorage } from "../../../_data/personalStorage.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { Order } from "./CampaignTable.tsx";

export const listChoices = [
  ...(["all", "running", "paused", "scheduled", "draft"] as const),
  ...(["finished", "cancelled", "archived"] as const),
] satisfies readonly (PlanState | "all" | "archived")[];
export type ListChoice = (typeof listChoices)[number];

/** What the list is narrowed to, how it is sorted, and which page of it is shown. */
export type ListShown = { typed: string; choice: ListChoice; order: Order; page: number };

const wholeList: ListShown = { typed: "", choice: "all", page: 1, order: { sort: "createdAt", desc: true } };

const kept = personalStorage<ListShown>({
  storage: "sessionStorage",
  key: "campaignList",
  isValue: (left): left is ListShown => left.choice !== undefined && listChoices.includes(left.choice),
});

/** As this tab left it: whoever comes back from a campaign's page goes on in the list where they were. */
export function useListShown(): [ListShown, (change: Partial<ListShown>) => void] {
  const { uid } = useWorkspace().person;
  const [shown, setShown] = useState(() => kept.read(uid) ?? wholeList);
  useEffect(() => kept.keep(uid, shown), [uid, shown]);
  // Another page of something else would be nobody's.
  return [shown, (change) => setShown((before) => ({ ...before, page: 1, ...change }))];
}
