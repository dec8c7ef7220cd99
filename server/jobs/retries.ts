import { Refusal } from "../../contract/errors.ts";
import { jobLimits } from "../../contract/limits/jobs.ts";
import { JobFault } from "./JobFault.ts";

/** How long a job waits after its so manieth failure; `chance` from 0 to 1 keeps many from coming back at once. */
export function retryAfterMs(failures: number, chance: number): number {
  const { retryFirstMs, retryLongestMs, retryJitter } = jobLimits;
  const whole = Math.min(retryLongestMs, retryFirstMs * 2 ** (failures - 1));
  return Math.round(whole * (1 - retryJitter * chance));
}

/** What is kept of a failure beside the job. Of a fault that nobody foresaw only its kind: its words may hold anything. */
export function errorText(error: unknown): string {
  if (error instanceof JobFault) return `${error.code}: ${error.message}`.slice(0, jobLimits.errorCharacters);
  if (error instanceof Refusal) return error.code;
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? String(error.code) : "";
  return [error.name, code].filter(Boolean).join(" ").slice(0, jobLimits.errorCharacters);
}
