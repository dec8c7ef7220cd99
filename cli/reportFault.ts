import { Refusal } from "../contract/errors.ts";
import type { ReasonCode } from "../contract/reasons.ts";
import { untrustedAdvice } from "../contract/sending/connectionFaults.ts";
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
    output.fault({ message: error.message, code: error.code, advice: adviceOn(output, error) });
    return exitCodes.refused;
  }
  const message = error instanceof Error ? error.message : String(error);
  output.fault({ message: `Something broke in this program: ${message}`, code: "internal" });
  return exitCodes.refused;
}

const noCredentials: ReasonCode = "no_credentials";

function adviceOn(output: Output, refusal: Refusal): string | undefined {
  if (refusal.reason.code === noCredentials) return `Add one: ${output.next("accounts add EMAIL")}`;
  const untrusted = untrustedAdvice(refusal.cause);
  if (untrusted !== undefined) return untrusted;
  if (refusal.retryAfterMs) return `Try again in ${duration(refusal.retryAfterMs)}.`;
  switch (refusal.code) {
    case "unauthorized":
      return signInAdvice(output);
    case "rate_limited":
      return "Too many calls in a short time; try again in a minute.";
    case "plan_limit":
      return "Plans, and how to upgrade, are on the server's page /pricing. Whoever runs it can raise a plan: amplify users grant EMAIL --plan enterprise";
    case "storage_full":
      return "The server's disk is full; nothing was lost. Make room there, then try again.";
    default:
      return undefined;
  }
}

/** A token in the environment comes before every session, so with a dead one signing in alone would change nothing. */
function signInAdvice(output: Output): string {
  const signIn = `Sign in: ${output.next("login")}`;
  return output.terminal.env.AMPLIFY_TOKEN
    ? `AMPLIFY_TOKEN belongs to no session of that server. Set another one, or unset it. ${signIn}`
    : signIn;
}
