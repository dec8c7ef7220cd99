import type { KeyRefusals } from "../../reasons/keys.ts";
import type { Sentences } from "../sentence.ts";

const scopes = { read: "read", write: "make changes", send: "send" } as const;

/** What a call by a key, making one, and letting a program in may be refused for. */
export const keys: Sentences<KeyRefusals> = {
  key_unknown: () => "This is not a key of this installation",
  key_revoked: () => "This key was revoked",
  key_expired: () => "This key has expired",
  key_address_refused: ({ address }) => `This key may not be used from ${address}`,
  key_without_scope: ({ scope }) => `This key may not ${scopes[scope]}. It lacks the scope ${scope}.`,
  key_not_person: () => "This is only for people who are signed in, not for keys",
  key_bounded: () => "This key is kept to some collections or accounts, and this goes beyond them",
  key_name_missing: () => "Please name the key",
  key_name_too_long: ({ max }) => `The name may have ${max} characters at most`,
  key_scopes_missing: () => "Please choose what the key may do: read, write, send",
  key_addresses_wrong: ({ address }) =>
    `“${address}” is neither an address nor a range such as 203.0.113.0/24`,
  key_expiry_past: () => "The key would have expired already",
  key_not_found: () => "There is no such key",
  keys_too_many: ({ max }) => `A workspace may have ${max} keys at most. Revoke one that nobody uses.`,
  idempotency_key_wrong: ({ max }) =>
    `An Idempotency-Key has 1 to ${max} printable ASCII characters, with no space among them`,
  idempotency_running: () =>
    "The first call with this Idempotency-Key is still being answered. Call again in a moment.",
  idempotency_unknown: () =>
    "What became of the first call with this Idempotency-Key is not known. It was not made again: check before you ask again with another one.",
  idempotency_another: () => "This Idempotency-Key was used for another call",
  device_code_dead: () => "This code has been used or is too old. Please start again.",
  device_waiting: () => "Nobody has approved it yet",
  device_slow_down: () => "Please ask less often",
  device_denied: () => "It was refused in the browser",
  devices_too_many: () => "Too many programs are waiting for approval. Please try again in a moment.",
  approval_not_found: () => "This code is not known, has been used, or is too old",
};
