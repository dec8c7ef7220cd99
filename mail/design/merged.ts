import { isValues, type Values } from "./design.ts";

/** The defaults with the given values over them, level by level; lists are taken whole. */
export function merged(defaults: Values, given: Values): Values {
  const result: Values = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    // A key of this name would replace the object's own prototype.
    if (key === "__proto__" || value === undefined) continue;
    const before = result[key];
    result[key] = isValues(before) && isValues(value) ? merged(before, value) : value;
  }
  return result;
}
