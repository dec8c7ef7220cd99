import { type ErrorCode, Refusal, type RefusalOptions } from "./errors.ts";
import { type RefusalReason, refusedAs } from "./reasons/refusals.ts";
import type { Cause, ReasonParams } from "./reasons.ts";
import { english } from "./sentences/en.ts";
import { sentenceOf } from "./sentences/sentence.ts";

type Rest<P> =
  Record<never, never> extends P
    ? [params?: P, options?: RefusalOptions]
    : [params: P, options?: RefusalOptions];

/**
 * `throw refused("collection_taken")`: a refusal by its reason. What its answer says is made where it is answered; the
 * message that the error itself carries is for logs, and for whoever catches it in a test.
 */
export function refused<C extends RefusalReason>(code: C, ...rest: Rest<ReasonParams[C]>): Refusal {
  const [params, options] = rest;
  return refusedFor(refusedAs[code], { code, params: params ?? {}, reply: null }, options);
}

/** A refusal for a reason that is told elsewhere too, such as what a mail server said. */
export function refusedFor(code: ErrorCode, cause: Cause, options: RefusalOptions = {}): Refusal {
  return new Refusal(code, sentenceOf(cause, english), { ...options, reason: cause });
}
