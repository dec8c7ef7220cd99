/** The entries of a list with the fields alone that were asked for; all of them where none were named. */
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
