export type RequestKeys = {
  /** The key of a request, and whether it was sent before: then its outcome is not known here. */
  keyOf(body: object): { key: string; isRepeated: boolean };
  /** Its outcome is known: the same body sent once more is another request. */
  forget(body: object): void;
};

/**
 * A key for each request that one form makes, by which the server knows a repeated one: the same body has the same
 * key, since after a broken line nobody knows whether it was done, and any other body has another, since a key stands
 * for one request only.
 */
export function createRequestKeys(): RequestKeys {
  const keys = new Map<string, string>();
  return {
    keyOf(body) {
      const text = JSON.stringify(body);
      const known = keys.get(text);
      const key = known ?? randomKey();
      keys.set(text, key);
      return { key, isRepeated: known !== undefined };
    },
    forget(body) {
      keys.delete(JSON.stringify(body));
    },
  };
}

/** Unlike `crypto.randomUUID` this also works on plain http, where a self-hoster on a local network may well be. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
