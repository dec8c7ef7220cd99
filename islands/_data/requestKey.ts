/**
 * A key that marks repeated requests as the same one. Unlike `crypto.randomUUID`, this also works on plain http,
 * where a self-hoster on a local network may well be.
 */
export function requestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
