import { Refusal } from "../../../../../contract/errors.ts";

/** Saved; about to be saved; being saved; to be tried again; refused until something changes; changed elsewhere in the meantime. */
export type SaveState = "saved" | "unsaved" | "saving" | "failed" | "refused" | "clash";

/** What a save that failed leads to. */
export function stateAfter(error: unknown): SaveState {
  if (!(error instanceof Refusal)) return "failed";
  if (error.reason.code === "plan_changed_meanwhile") return "clash";
  const isPassing = ["unavailable", "rate_limited", "internal", "unauthorized"].includes(error.code);
  return error.unreached || isPassing ? "failed" : "refused";
}
