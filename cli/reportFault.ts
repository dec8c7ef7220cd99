import { Refusal } from "../contract/errors.ts";
import { type ExitCode, exitCodes } from "./exitCodes.ts";
import { Interrupted, UsageFault } from "./faults.ts";
import { duration } from "./format/times.ts";
import type { Output } from "./output.ts";

/** Tells the person what went wrong and what to do next, and answers the exit code. */
export function reportFault(output: Output, error: unknown): ExitCode {
  if (error instanceof Interrupted) {
    output.note("Interrupted; nothing was done.");
    return exitCodes.interrupted;
  }
  if (error instanceof UsageFault) {
    output.fault({ message: error.message, code: "usage" });
    return exitCodes.usage;
  }
  if (error instanceof Refusal) {
    output.fault({ message: error.message, code: error.code, advice: adviceOn(error) });
    return exitCodes.refused;
  }
  const message = error instanceof Error ? error.message : String(error);
  output.fault({ message: `Something broke in this program: ${message}`, code: "internal" });
  return exitCodes.refused;
}

function adviceOn(refusal: Refusal): string | undefined {
  if (refusal.retryAfterMs) return `Try again in ${duration(refusal.retryAfterMs)}.`;
  switch (refusal.code) {
    case "unauthorized":
      return "Sign in: amplify login";
    case "rate_limited":
      return "Too many calls in a short time; try again in a minute.";
    case "plan_limit":
      return "Whoever runs the server can raise the plan: amplify users grant EMAIL --plan enterprise";
    case "storage_full":
      return "The server's disk is full; nothing was lost. Make room there, then try again.";
    default:
      return undefined;
  }
}
