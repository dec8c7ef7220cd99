import { useState } from "react";
import type { LeadMatching } from "../../../contract/schemas/lead.ts";
import type { LeadAction, LeadChoice } from "../../../contract/schemas/leadActions.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { type Action, useAction } from "../../_data/useAction.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import type { Selection } from "./useSelection.ts";

/** A deletion that can still be undone. */
export type Deletion = { deletionId: string; count: number };

export type LeadActions = {
  /** Does it to the leads that are meant, and says what came of it. */
  acting: Action<[LeadAction]>;
  deletion: Deletion | null;
  undoing: Action<[]>;
  dismiss: () => void;
};

/** What is done to many leads at once, with the undo of the last deletion. */
export function useLeadActions(onDone: (action: LeadAction) => void): LeadActions {
  const { leads, announce } = useWorkspace();
  const [deletion, setDeletion] = useState<Deletion | null>(null);

  const acting = useAction(async (action: LeadAction) => {
    try {
      const { count, deletionId } = await browserClient("POST /amplify/leads/actions", { body: action });
      if (deletionId !== null) setDeletion({ deletionId, count });
      else announce("sent", doneText(action, count));
      onDone(action);
    } finally {
      leads.refresh();
    }
  });
  const undoing = useAction(async () => {
    if (deletion === null) return;
    const params = { id: deletion.deletionId };
    const { replaced } = await browserClient("POST /amplify/leads/deletions/{id}/undo", { params });
    setDeletion(null);
    leads.refresh();
    if (replaced > 0)
      announce("uncertain", `${leadCount(replaced)} had been added again meanwhile and stayed as they are.`);
  });
  return { acting, deletion, undoing, dismiss: () => setDeletion(null) };
}

/** The picked leads in the words of a call. */
export function choiceOf(selection: Selection, leads: { matching: LeadMatching }): LeadChoice {
  return selection.kind === "everyone"
    ? { matching: matchingOf(selection, leads) }
    : { ids: [...selection.leads.keys()] };
}

/** What is shown, without the leads that were left out again. */
export function matchingOf(
  { except }: Extract<Selection, { kind: "everyone" }>,
  { matching }: { matching: LeadMatching },
): LeadMatching {
  return except.size === 0 ? matching : { ...matching, except: [...except] };
}

export function leadCount(count: number): string {
  return count === 1 ? "1 lead" : `${count.toLocaleString("en")} leads`;
}

function doneText(action: LeadAction, count: number): string {
  switch (action.action) {
    case "addTo":
      return `${leadCount(count)} added to ${action.collection}.`;
    case "removeFrom":
      return `${leadCount(count)} taken out of ${action.collection}.`;
    default:
      return `${leadCount(count)} opted out.`;
  }
}
