export type RequestKeys = {
  /** The key of a request, and whether it was sent before, which means that its outcome is unknown here. */
  keyOf(body: object): { key: string; isRepeated: boolean };
  /** Whether there is one for it already. */
  has(body: object): boolean;
  /** To be called once the outcome is known: sending the same body again is then another request. */
  forget(body: object): void;
};

/**
 * Idempotency keys for the requests of one form. The same body has the same key, since after a lost connection nobody knows
 * whether it was carried out. Any other body has another key, since a key stands for one request only.
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
    has: (body) => keys.has(JSON.stringify(body)),
    forget(body) {
      keys.delete(JSON.stringify(body));
    },
  };
}

/** Unlike `crypto.randomUUID` this also works over plain HTTP, which a self-hoster on a local network may use. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
