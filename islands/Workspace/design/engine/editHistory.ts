import { designLimits } from "../../../../contract/limits/design.ts";
import type { Design } from "../../../../mail/design/design.ts";

export type History = {
  past: readonly Design[];
  now: Design;
  future: readonly Design[];
  /** What the last change was called and when it was made, as long as further changes may join it. */
  open: { as: string; at: number } | null;
  /** The last step that was undone or redone; a new object each time. */
  walked: HistoryStep | null;
};
export type HistoryStep = { from: Design; to: Design };

/** `as` names what is changed, and where; `at` is a time in milliseconds. */
type Change = { change: (design: Design) => Design; as: string; at: number };
export type Step =
  | ({ kind: "change" } & Change)
  | { kind: "load"; design: Design }
  | { kind: "undo" }
  | { kind: "redo" };

export function historyOf(design: Design): History {
  return { past: [], now: design, future: [], open: null, walked: null };
}

/**
 * The history after a change. Consecutive changes with the same name are one undo step, such as what is typed without a
 * pause; changes without a name are a step each.
 */
export function nextHistory(history: History, step: Step): History {
  const { past, now, future } = history;
  switch (step.kind) {
    case "change":
      return changed(history, step);
    case "load":
      return historyOf(step.design);
    case "undo": {
      const before = past.at(-1);
      if (before === undefined) return history;
      return { ...walk(now, before), past: past.slice(0, -1), future: [now, ...future] };
    }
    case "redo": {
      const [after, ...later] = future;
      if (after === undefined) return history;
      return { ...walk(now, after), past: [...past, now], future: later };
    }
  }
}

function changed(history: History, { change, as, at }: Change): History {
  const { past, now, open, walked } = history;
  const next = change(now);
  if (next === now) return history;
  const goesOn = open !== null && open.as === as && at - open.at < designLimits.undoPauseMs;
  return {
    past: goesOn ? past : [...past.slice(1 - designLimits.undoMax), now],
    now: next,
    future: [],
    open: as === "" ? null : { as, at },
    walked,
  };
}

function walk(from: Design, to: Design): Pick<History, "now" | "open" | "walked"> {
  return { now: to, open: null, walked: { from, to } };
}
