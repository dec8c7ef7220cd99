import { useReducer } from "react";
import type { Design } from "../../../../mail/design/design.ts";
import { type HistoryStep, historyOf, nextHistory } from "./editHistory.ts";

export type EditHistory = {
  design: Design;
  canUndo: boolean;
  canRedo: boolean;
  /** `as` names what is being changed: consecutive changes with the same name, without a pause, are one undo step. */
  set: (design: Design, as?: string) => void;
  /** The same, but given the design as it is then: for callers that may have an older one, as the settings may. */
  change: (change: (design: Design) => Design, as?: string) => void;
  load: (design: Design) => void;
  undo: () => void;
  redo: () => void;
  /** The last step that was undone or redone; a new object each time. */
  walked: HistoryStep | null;
};

/** The design and its undo history. */
export function useHistory(first: Design): EditHistory {
  const [history, step] = useReducer(nextHistory, first, historyOf);
  const change: EditHistory["change"] = (made, as = "") =>
    step({ kind: "change", change: made, as, at: performance.now() });
  return {
    design: history.now,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    set: (design, as) => change(() => design, as),
    change,
    load: (design) => step({ kind: "load", design }),
    undo: () => step({ kind: "undo" }),
    redo: () => step({ kind: "redo" }),
    walked: history.walked,
  };
}
