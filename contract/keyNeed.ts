import type { Endpoint } from "./endpoint.ts";
import type { KeyScope } from "./identity/keys.ts";

/** What a key needs to make a call; null for what everybody may, "none" for what no key may. */
export function keyNeedOf(key: string, endpoint: Endpoint): KeyScope | "none" | null {
  if (endpoint.keyScope !== undefined) return endpoint.keyScope;
  if (endpoint.access === "public") return null;
  return key.startsWith("GET ") ? "read" : "write";
}
