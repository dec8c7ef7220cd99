import { type Values, valuesOf } from "./design.ts";

/** Reads `"border.borderTopColor"` out of nested values. */
export function valueAt(values: Values, path: string): unknown {
  return valueOn(values, path.split("."));
}

/** The same where a path is asked for again and again: one that is taken apart already. */
export function valueOn(values: Values, keys: readonly string[]): unknown {
  let value: unknown = values;
  for (const key of keys) {
    const within = valuesOf(value);
    value = Object.hasOwn(within, key) ? within[key] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

/** The values with one of them changed; undefined takes it away. The others stay the same objects. */
export function withValueAt(values: Values, path: string, value: unknown): Values {
  const [key = "", ...rest] = path.split(".");
  if (rest.length > 0) {
    return { ...values, [key]: withValueAt(valuesOf(values[key]), rest.join("."), value) };
  }
  const { [key]: _, ...others } = values;
  return value === undefined ? others : { ...values, [key]: value };
}
