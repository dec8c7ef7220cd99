import { type Values, valuesOf } from "./design.ts";

/** Reads `"border.borderTopColor"` out of nested values. */
export function valueAt(values: Values, path: string): unknown {
  const [key = "", ...rest] = path.split(".");
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  return rest.length === 0 ? value : valueAt(valuesOf(value), rest.join("."));
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
