/** Made once: a collator costs more than a thousand comparisons. */
const collator = new Intl.Collator("en", { numeric: true });

/** The order in which people look names up: "batch 2" before "batch 10". Of two that read alike the one by its letters. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other));
}

export function byName(one: { name: string }, other: { name: string }): number {
  return compareNames(one.name, other.name);
}
