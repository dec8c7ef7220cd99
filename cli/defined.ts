/** What was given of it, without what was not. */
export function defined<T extends object>(all: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
