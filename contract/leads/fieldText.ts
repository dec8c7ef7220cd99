import { type LeadFieldTexts, leadFieldTexts } from "../texts/leadFields.ts";
import {
  type FieldDefinition,
  type FieldValue,
  type FieldValues,
  fieldValuesOf,
  type StoredFields,
} from "./customFields.ts";

/** A value as people read it in a mail or a table: a date in words, a number plain, yes and no as words. */
export function fieldText(
  kind: FieldDefinition["kind"],
  value: FieldValue,
  texts: LeadFieldTexts = leadFieldTexts.en,
): string {
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (typeof value === "number") return plainNumber(value);
  if (kind !== "date") return value;
  const [year = 0, month = 0, day = 0] = value.split("-").map(Number);
  return texts.date({ year, month, day });
}

/** The values of a lead as a mail says them, by the keys of their fields. */
export function fieldTexts(
  definitions: readonly FieldDefinition[],
  stored: StoredFields,
): Record<string, string> {
  return definitions.length === 0 ? {} : valueTexts(definitions, fieldValuesOf(definitions, stored));
}

/** The same of values as the wire has them. */
export function valueTexts(
  fields: readonly Pick<FieldDefinition, "key" | "kind">[],
  values: FieldValues,
): Record<string, string> {
  const kinds = new Map(fields.map(({ key, kind }) => [key, kind]));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, fieldText(kinds.get(key) ?? "text", value)]),
  );
}

/** A lead's values as cells of a sheet, in the order of the fields: what an import reads again. */
export function fieldCells(stored: StoredFields, definitions: readonly FieldDefinition[]): string[] {
  const values = fieldValuesOf(definitions, stored);
  return definitions.map(({ key }) => cellOf(values[key]));
}

function cellOf(value: FieldValue | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? plainNumber(value) : value;
}

/** Without a sign for the exponent: 0.0000001, and not 1e-7. */
function plainNumber(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/\.?0+$/, "") : text;
}
