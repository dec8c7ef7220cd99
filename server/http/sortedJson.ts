/** One text for all values with the same fields, in whatever order they came. The order of a list is part of what it says. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  // Without a prototype, in which `__proto__` would be no field.
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    fields[name] = sorted(inner);
  return fields;
}
