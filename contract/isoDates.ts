/** A name that ends in "At" or "Until", and "at" itself, holds a moment: milliseconds since 1970, UTC. */
export const isMomentName = (name: string): boolean => momentName.test(name);

const momentName = /(?:^at|At|Until)$/;

/** What is somebody's own is not looked into, whatever its names are. */
const ownNames = new Set(["fields", "params", "values", "design", "row"]);

/** An answer with each moment once more beside itself, as people read it: ISO 8601, in UTC; null where there is none. */
export function withIsoDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIsoDates);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    if (isMomentName(name) && (part === null || typeof part === "number"))
      return [
        [name, part],
        [`${name}Iso`, isoDate(part)],
      ];
    return [[name, ownNames.has(name) ? part : withIsoDates(part)]];
  });
  return Object.fromEntries(entries);
}

function isoDate(timeMs: number | null): string | null {
  const date = new Date(timeMs ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
