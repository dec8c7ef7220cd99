/** The entries of a list with only the fields that were asked for, or with all of them if none were named. */
export function withFields<T extends object, K extends keyof T>(
  items: readonly T[],
  fields: readonly K[] | undefined,
): T[] {
  if (fields === undefined) return [...items];
  const wanted: readonly PropertyKey[] = fields;
  return items.map((item) => {
    const kept = Object.entries(item).filter(([name]) => wanted.includes(name));
    return Object.fromEntries(kept) as T;
  });
}
