import { idempotencyLimits } from "../../contract/limits/identity.ts";
import { refused } from "../../contract/refused.ts";

/** What a key is made of, as the checks and the description of every call say it. */
export const idempotencyKeyForm = /^[!-~]+$/;

/**
 * What a call names in `Idempotency-Key`; null where it has no such header.
 * @throws {Refusal} bad_request for an empty one: its program meant to be safe from doing a thing twice, and is not.
 */
export function idempotencyKeyOf(headers: Headers): string | null {
  const named = headers.get("idempotency-key")?.trim() ?? null;
  if (named === "") throw refused("idempotency_key_wrong", { max: idempotencyLimits.keyMax });
  return named;
}

/** Said beside an answer that is the first call's, told again. */
export function tellReplayed(headers: Headers): void {
  headers.set("idempotency-replayed", "true");
}
