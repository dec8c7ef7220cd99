import { useReducer } from "react";
import { limits } from "../../../../contract/limits.ts";
import type { Design } from "../../../_design/design.ts";

type History = { past: Design[]; now: Design; future: Design[]; last: string };
type Step =
  | { kind: "set"; design: Design; as: string }
  | { kind: "change"; change: (design: Design) => Design; as: string }
  | { kind: "load"; design: Design }
  | { kind: "undo" }
  | { kind: "redo" };

export type EditHistory = {
  design: Design;
  canUndo: boolean;
  canRedo: boolean;
  /** `as` names what is being done: steps of the same name in a row are one step back, as typing is. */
  set: (design: Design, as?: string) => void;
  /** As above, from the design as it will be then: for who may have seen an older one, as the settings may. */
  change: (change: (design: Design) => Design, as?: string) => void;
  load: (design: Design) => void;
  undo: () => void;
  redo: () => void;
};

/** The design and every step that led to it. */
export function useHistory(first: Design): EditHistory {
  const [history, step] = useReducer(next, { past: [], now: first, future: [], last: "" });
  return {
    design: history.now,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    set: (design, as = "") => step({ kind: "set", design, as }),
    change: (change, as = "") => step({ kind: "change", change, as }),
    load: (design) => step({ kind: "load", design }),
    undo: () => step({ kind: "undo" }),
    redo: () => step({ kind: "redo" }),
  };
}

function next(history: History, step: Step): History {
  const { past, now, future, last } = history;
  switch (step.kind) {
    case "set": {
      if (step.design === now) return history;
      const continues = step.as !== "" && step.as === last;
      const before = continues ? past : [...past.slice(1 - limits.design.undoMax), now];
      return { past: before, now: step.design, future: [], last: step.as };
    }
    case "change":
      return next(history, { kind: "set", design: step.change(now), as: step.as });
    case "load":
      return { past: [], now: step.design, future: [], last: "" };
    case "undo": {
      const before = past.at(-1);
      if (before === undefined) return history;
      return { past: past.slice(0, -1), now: before, future: [now, ...future], last: "" };
    }
    case "redo": {
      const [after, ...later] = future;
      if (after === undefined) return history;
      return { past: [...past, now], now: after, future: later, last: "" };
    }
  }
}
