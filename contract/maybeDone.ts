import { Refusal } from "./errors.ts";

/** Whether a call that failed may have been carried out, wholly or in part: its answer was lost, or it broke off. */
export function isMaybeDone(error: unknown): boolean {
  return error instanceof Refusal && (error.unreached || error.status >= 500);
}
