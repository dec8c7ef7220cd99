import { idempotencyLimits } from "../../contract/limits/identity.ts";
import { refused } from "../../contract/refused.ts";

/** What a key is made of, as the checks and the description of every call say it. */
export const idempotencyKeyForm = /^[!-~]+$/;

/**
 * What a call names in `Idempotency-Key`; null where it has no such header.
 * @throws {Refusal} bad_request for one of another form, also for an empty one: its program meant to be safe from doing a
 * thing twice, and is not.
 */
export function idempotencyKeyOf(headers: Headers): string | null {
  const named = headers.get("idempotency-key")?.trim() ?? null;
  const { keyMax: max } = idempotencyLimits;
  if (named !== null && (named.length > max || !idempotencyKeyForm.test(named)))
    throw refused("idempotency_key_wrong", { max });
  return named;
}

/** Said beside an answer that is the first call's, told again. */
export function tellReplayed(headers: Headers): void {
  headers.set("idempotency-replayed", "true");
}
