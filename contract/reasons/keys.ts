import { keyScopes } from "../identity/keys.ts";
import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What a call by a key, making one, and letting a program in may be refused for. */
export const keyRefusedAs = {
  key_unknown: "invalid_credentials",
  key_revoked: "invalid_credentials",
  key_expired: "invalid_credentials",
  key_address_refused: "forbidden",
  key_without_scope: "forbidden",
  /** The call means a person, and no key may make it. */
  key_not_person: "forbidden",
  /** The key is kept to some collections or accounts, and the call knows no such bounds, or goes beyond them. */
  key_bounded: "forbidden",
  key_name_missing: "bad_request",
  key_name_too_long: "bad_request",
  key_scopes_missing: "bad_request",
  key_addresses_wrong: "bad_request",
  key_expiry_past: "bad_request",
  key_not_found: "not_found",
  keys_too_many: "conflict",
  idempotency_key_wrong: "bad_request",
  idempotency_running: "conflict",
  idempotency_unknown: "conflict",
  idempotency_another: "unprocessable",
  device_code_dead: "bad_request",
  device_waiting: "bad_request",
  device_slow_down: "bad_request",
  device_denied: "forbidden",
  devices_too_many: "unavailable",
  approval_not_found: "not_found",
} as const;

const max = { max: "number" } as const;

export const keyShapes = {
  key_without_scope: { scope: keyScopes },
  key_address_refused: { address: "text" },
  key_name_too_long: max,
  key_addresses_wrong: { address: "text" },
  keys_too_many: max,
  idempotency_key_wrong: max,
} as const satisfies Partial<Record<keyof typeof keyRefusedAs, Shapes[string]>>;
export type KeyRefusals = RefusalsOf<typeof keyRefusedAs, typeof keyShapes>;
