import { idempotencyLimits } from "../../contract/limits/identity.ts";
import { refused } from "../../contract/refused.ts";

/** How a key is written, for whoever takes one and for the OpenAPI document. */
export const idempotencyKeyPattern = "^[!-~]+$";

const written = new RegExp(idempotencyKeyPattern);

/**
 * What a call names in `Idempotency-Key`; null where it has no such header.
 * @throws {Refusal} bad_request for one that is none, also an empty one: its program meant to be safe from doing a thing
 * twice, and is not.
 */
export function idempotencyKeyOf(headers: Headers): string | null {
  const named = headers.get("idempotency-key")?.trim() ?? null;
  const max = idempotencyLimits.keyMax;
  if (named !== null && (named.length > max || !written.test(named)))
    throw refused("idempotency_key_wrong", { max });
  return named;
}

/** Said beside an answer that is the first call's, told again. */
export function tellReplayed(headers: Headers): void {
  headers.set("idempotency-replayed", "true");
}
