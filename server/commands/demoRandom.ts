/** The same numbers from the same seed each time, between 0 and 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An id as it would have been given at a moment: ids grow with time (UUID version 7, RFC 9562). */
export function idAt(atMs: number, random: () => number): string {
  const time = Math.trunc(atMs).toString(16).padStart(12, "0");
  const rest = Array.from({ length: 19 }, () => Math.trunc(random() * 16).toString(16)).join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
