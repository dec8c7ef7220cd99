import { withoutGuards } from "../../contract/imports/csvLines.ts";
import { guessColumns } from "../../contract/imports/guessColumns.ts";
import type { FieldDefinition } from "../../contract/leads/customFields.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import type { ExportedFile, Reading } from "./thread/messages.ts";

/**
 * What the columns of our own file of leads are, null for any other file: a field may be called as another column is,
 * "Consent" or "Opted out", so that only the places of the columns tell. Columns that somebody added are neither.
 */
export function exportedOf(
  columns: readonly string[],
  definitions: readonly Pick<FieldDefinition, "key" | "label">[],
): ExportedFile | null {
  const { headings, consentHeadings } = inTexts(answerTexts).leads.file;
  if (!headings.every((heading, index) => isCalled(columns[index], heading))) return null;
  const consentAt = columns.findLastIndex((_, at) =>
    consentHeadings.every((heading, index) => isCalled(columns[at + index], heading)),
  );
  const hasConsents = consentAt >= headings.length;
  const own = columns.filter(
    (_, at) =>
      at >= headings.length && !(hasConsents && at >= consentAt && at < consentAt + consentHeadings.length),
  );
  const left = new Set(definitions);
  const fields = own.flatMap((column) => {
    const field = [...left].find(({ label }) => isCalled(column, label));
    if (field === undefined) return [];
    left.delete(field);
    return [{ column, key: field.key }];
  });
  return { fields, consent: hasConsents ? (columns[consentAt] ?? null) : null };
}

/** Which columns hold what: of our own file those that are no fields. */
export function guessOf(
  { exported = null, ...reading }: Pick<Reading, "leaving" | "answering" | "exported">,
  {
    columns,
    ...values
  }: { columns: readonly string[]; addressed: readonly string[]; lacking: readonly string[] },
) {
  const fields = new Set(exported?.fields.map(({ column }) => column));
  const guess = guessColumns(
    columns.filter((column) => !fields.has(column)),
    { ...reading, ...values },
  );
  return exported === null || exported.consent === null ? guess : { ...guess, consent: [exported.consent] };
}

/** Whether a column was written with this heading: one that stands there twice got a number when the file was read. */
function isCalled(column: string | undefined, heading: string): boolean {
  if (column === undefined) return false;
  const wanted = plain(heading);
  return [column, column.replace(/ \(\d+\)$/, "")].some((name) => plain(withoutGuards(name)) === wanted);
}

function plain(heading: string): string {
  return heading.replace(/\s+/g, " ").trim().toLowerCase();
}
