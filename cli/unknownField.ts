import type { Texts } from "../contract/texts/language.ts";
import { verbTexts } from "../contract/texts/terminal/verbs.ts";
import { UsageFault } from "./faults.ts";

/** What is said to whoever names a field that entries of a list have not: those that they have. */
export function unknownField(texts: Texts, field: string, entry: object): UsageFault {
  return new UsageFault(texts(verbTexts).fieldUnknown({ field, fields: Object.keys(entry).join(", ") }));
}

/** @throws {UsageFault} for the first of these fields that the entry has not. */
export function requireFields(texts: Texts, fields: readonly string[], entry: object): void {
  const unknown = fields.find((field) => !Object.hasOwn(entry, field));
  if (unknown !== undefined) throw unknownField(texts, unknown, entry);
}
