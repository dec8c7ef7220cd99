import { useCallback, useEffect, useRef } from "react";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { allButOf, type Picking, type SelectionActions, settingOf } from "../actions/useSelection.ts";
import type { LeadWindow } from "./useLeadWindow.ts";

const { exceptMax } = leadLimits;
const { pickedMax } = screenLimits;

type Rows = { first: number; last: number };

export type PickRows = {
  /** Picks rows, or lets them go, whether their leads are there yet or not. */
  pickRows: (range: Rows, selected: boolean) => void;
  /** As it was pressed last, also while the lead is still coming. */
  isPicked: (index: number) => boolean;
};

/** Rows are picked by where they stand: a press counts from its very moment, and whom it meant is found out behind it. */
export function usePickRows({ rows, picked }: { rows: LeadWindow; picked: SelectionActions }): PickRows {
  const texts = useTexts(leadTexts);
  const { announce, leads } = useWorkspace();
  const { question } = leads;
  const latest = useRef({ rows, picked, announce, question, texts });
  useEffect(() => {
    latest.current = { rows, picked, announce, question, texts };
  });

  const pickRows = useCallback<PickRows["pickRows"]>((range, selected) => {
    const now = latest.current;
    const rowCount = range.last - range.first + 1;
    const press = { question: now.question, ...range, selected };
    const isNearlyAll = rowCount > exceptMax && now.rows.total - rowCount <= exceptMax;
    if (selected && rowCount === now.rows.total) return now.picked.selectEveryone();
    if (selected && isNearlyAll) return now.picked.setOnceThere(press, allBut(now.rows, range));
    if (rowCount > pickedMax) return now.announce("failed", now.texts.selection.tooManyPicked(pickedMax));
    const held = rowCount <= exceptMax ? heldBetween(now.rows, range) : undefined;
    // Behind a press that still waits for its leads the next one has to wait too: the last one is the one that counts.
    if (held !== undefined && now.picked.pendingPicks.length === 0) return now.picked.set(held, selected);
    const coming = now.rows.between(range);
    now.picked.setOnceThere(
      press,
      coming.then((all) => settingOf(all, selected)),
    );
  }, []);

  const isPicked = (index: number) => {
    const press = picked.pendingPicks.findLast(
      (other) => other.question === question && other.first <= index && index <= other.last,
    );
    if (press !== undefined) return press.selected;
    const lead = rows.leadAt(index);
    return lead === undefined ? isEverybody(picked) : picked.has(lead);
  };
  return { pickRows, isPicked };
}

function isEverybody({ selection }: SelectionActions): boolean {
  return selection.kind === "everyone" && selection.except.size === 0;
}

function heldBetween(rows: LeadWindow, { first, last }: Rows): Lead[] | undefined {
  const leads: Lead[] = [];
  for (let index = first; index <= last; index += 1) {
    const lead = rows.leadAt(index);
    if (lead === undefined) return undefined;
    leads.push(lead);
  }
  return leads;
}

/** Those outside of the rows are few, and soon asked for. */
async function allBut(rows: LeadWindow, { first, last }: Rows): Promise<Picking> {
  const before = first === 0 ? [] : await rows.between({ first: 0, last: first - 1 });
  const after = last >= rows.total - 1 ? [] : await rows.between({ first: last + 1, last: rows.total - 1 });
  return allButOf([...before, ...after]);
}
