/**
 * A key for each request that one form makes, by which the server knows a repeated one: the same body has the same
 * key, since after a broken line nobody knows whether it was done, and any other body has another, since a key stands
 * for one request only.
 */
export function createRequestKeys(): (body: object) => string {
  const keys = new Map<string, string>();
  return (body) => {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? randomKey();
    keys.set(text, key);
    return key;
  };
}

/** Unlike `crypto.randomUUID` this also works on plain http, where a self-hoster on a local network may well be. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
