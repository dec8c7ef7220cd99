import { Refusal } from "../contract/errors.ts";
import type { ReasonCode } from "../contract/reasons.ts";
import { certificateFault } from "../contract/sending/certificateFaults.ts";
import { pageAnswered } from "../contract/sending/connectionFaults.ts";
import { type FaultTexts, faultTexts } from "../contract/texts/terminal/faults.ts";
import { progressTexts } from "../contract/texts/terminal/progress.ts";
import { type ExitCode, exitCodes } from "./exitCodes.ts";
import { FileFault, Interrupted, UsageFault } from "./faults.ts";
import { duration } from "./format/times.ts";
import type { Output } from "./output.ts";

/** Tells the person what went wrong and what to do next, and answers the exit code. */
export function reportFault(output: Output, error: unknown): ExitCode {
  if (error instanceof Interrupted) {
    output.note(output.texts(faultTexts).interrupted);
    return exitCodes.interrupted;
  }
  if (error instanceof UsageFault) {
    output.fault({ message: error.message, code: "usage" });
    return exitCodes.usage;
  }
  if (error instanceof FileFault) {
    output.fault({ message: error.message, code: "file" });
    return exitCodes.refused;
  }
  if (error instanceof Refusal) {
    const { message, code, field } = error;
    output.fault({ message, code, field, advice: adviceOn(output, error) });
    return exitCodes.refused;
  }
  const message = error instanceof Error ? error.message : String(error);
  const path = fileOf(error);
  if (path !== null) {
    output.fault({ message: output.texts(faultTexts).fileKept({ path, why: message }), code: "file" });
    return exitCodes.refused;
  }
  output.fault({ message: output.texts(faultTexts).broke(message), code: "internal" });
  return exitCodes.refused;
}

/** The file or folder that the system refused, or null where it was something else that failed. */
function fileOf(error: unknown): string | null {
  const { path, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof path === "string" && typeof syscall === "string" ? path : null;
}

const noCredentials: ReasonCode = "no_credentials";
/** Whose sentences do not say which of several fields is meant. */
const withoutField: readonly ReasonCode[] = ["fields_missing", "email_invalid", "control_characters"];

function adviceOn(output: Output, refusal: Refusal): string | undefined {
  const texts = output.texts(faultTexts);
  if (refusal.reason.code === noCredentials) return texts.addAccount(output.next("accounts add EMAIL"));
  if (refusal.field !== undefined && (withoutField as readonly string[]).includes(refusal.reason.code))
    return texts.isAbout(refusal.field);
  if (refusal.cause === pageAnswered) return texts.pageAnswered;
  const fault = certificateFault(refusal.cause);
  if (fault !== undefined) return texts.certificate[fault];
  if (refusal.retryAfterMs)
    return texts.tryAgainIn(duration(refusal.retryAfterMs, output.texts(progressTexts)));
  switch (refusal.code) {
    case "unauthorized":
      return signInAdvice(output, texts);
    case "rate_limited":
      return texts.tooManyCalls;
    case "plan_limit":
      return texts.plans;
    case "storage_full":
      return texts.diskFull;
    default:
      return undefined;
  }
}

/** A token in the environment comes before every session, so with a dead one signing in alone would change nothing. */
function signInAdvice(output: Output, texts: FaultTexts): string {
  const signIn = output.next("login");
  return output.terminal.env.AMPLIFY_TOKEN ? texts.deadToken(signIn) : texts.signIn(signIn);
}
