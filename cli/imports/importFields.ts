import type { Client } from "../../contract/client.ts";
import { fitOf, matchedFields, newFieldFor, otherColumns } from "../../contract/imports/fieldFits.ts";
import { fieldByKey, fieldKinds } from "../../contract/leads/customFields.ts";
import type { ColumnChoice, ImportField, ImportJob } from "../../contract/schemas/imports.ts";
import type { CustomField } from "../../contract/schemas/leadFields.ts";
import type { FaultTexts } from "../../contract/texts/terminal/faults.ts";
import { UsageFault } from "../faults.ts";

export type FieldOptions = { field?: string[]; keepColumns?: boolean };

/**
 * Which columns become fields: those that are called as a field is, those that --field names ("Heading=key", or
 * "Heading=key:kind" for a new one), and with --keep-columns all others as new ones.
 * @throws {UsageFault} for what cannot be meant.
 */
export async function importFields(
  {
    client,
    job,
    columns,
    texts,
  }: { client: Client; job: ImportJob; columns: ColumnChoice; texts: FaultTexts },
  { field: named = [], keepColumns = false }: FieldOptions,
): Promise<ImportField[]> {
  const known = await client("GET /amplify/fields");
  const asked = named.map((text) => fieldNamed(text, { job, known, texts }));
  const rest = otherColumns(job.columns, columns).filter(
    (column) => !asked.some((field) => field.column === column),
  );
  const usedKeys = new Set(asked.flatMap((field) => ("key" in field ? [field.key] : [])));
  const matched = matchedFields(rest, { fields: known, exported: job.exportedFields }).filter(
    (field) => !("key" in field && usedKeys.has(field.key)),
  );
  const kept = keepColumns
    ? rest
        .filter((column) => !matched.some((field) => field.column === column))
        .map((column) => newFieldFor(column, job.fits ?? []))
    : [];
  return [...asked, ...matched, ...kept];
}

/**
 * Columns that are not kept, in the order of the file: no field takes them. One that stands in for another where that is
 * empty is among them, such as companies for first names: whoever has both keeps the name alone.
 */
export function droppedColumns(
  all: readonly string[],
  { columns, fields }: { columns: ColumnChoice; fields: readonly ImportField[] },
): string[] {
  const kept = new Set(fields.map(({ column }) => column));
  return otherColumns(all, columns).filter((column) => !kept.has(column));
}

function fieldNamed(
  text: string,
  { job, known, texts }: { job: ImportJob; known: readonly CustomField[]; texts: FaultTexts },
): ImportField {
  // A heading may have an equals sign of its own; a key has none.
  const [, heading = "", key = "", kindName] = /^(.+)=([^=:]+)(?::(\w+))?$/.exec(text) ?? [];
  if (heading === "") throw new UsageFault(texts.sheets.fieldForm(text));
  const column = job.columns.find((one) => one.toLowerCase() === heading.trim().toLowerCase());
  if (column === undefined)
    throw new UsageFault(texts.sheets.noColumn({ name: job.name, wanted: heading, columns: job.columns }));
  const kind = fieldKinds.find((each) => each.toLowerCase() === kindName?.toLowerCase());
  if (kindName !== undefined && kind === undefined)
    throw new UsageFault(texts.sheets.fieldKind({ kinds: fieldKinds, given: kindName }));
  const field = fieldByKey(known, key.trim());
  if (field === undefined) {
    const guessed = kind ?? fitOf(column, job.fits ?? [])?.kind ?? "text";
    return { column, label: column.trim(), kind: guessed, newKey: key.trim() };
  }
  if (kind !== undefined && kind !== field.kind) throw new UsageFault(texts.sheets.otherKind(field));
  return { column, key: field.key };
}
