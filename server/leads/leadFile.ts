import type { FieldDefinition } from "../../contract/leads/customFields.ts";
import { fieldCells as cellsOf } from "../../contract/leads/fieldText.ts";
import type { ExportFormat } from "../../contract/schemas/leadActions.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import type { ListedLead } from "../../db/stores/leads/leadLists.ts";
import { inTexts } from "../core/inWords.ts";
import { csvStream } from "../sheets/csvStream.ts";
import { workbook } from "../sheets/workbook.ts";

/** Leads as a file that a spreadsheet program opens, written while they are being read. */
export async function leadFile(
  batches: AsyncIterable<ListedLead[]>,
  { format, fields }: { format: ExportFormat; fields: readonly FieldDefinition[] },
): Promise<Response> {
  const rows = rowsOf(batches, fields);
  const stream =
    format === "csv"
      ? csvStream(rows)
      : await workbook({
          sheet: inTexts(answerTexts).leads.file.sheet,
          rows,
          numbers: numberColumns(fields),
        });
  return new Response(stream, {
    headers: {
      "content-type":
        format === "csv"
          ? "text/csv; charset=utf-8"
          : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": `attachment; filename="leads.${format}"`,
    },
  });
}

/** Where a row has how many mails were sent and opened, counted from 0. */
const countColumns = [6, 7];

/** The columns whose cells are numbers: the counts, and the fields of that kind behind the columns that every file has. */
function numberColumns(fields: readonly FieldDefinition[]): Set<number> {
  const { length } = inTexts(answerTexts).leads.file.headings;
  const own = fields.flatMap(({ kind }, index) => (kind === "number" ? [length + index] : []));
  return new Set([...countColumns, ...own]);
}

async function* rowsOf(
  batches: AsyncIterable<ListedLead[]>,
  fields: readonly FieldDefinition[],
): AsyncGenerator<string[][]> {
  const texts = inTexts(answerTexts).leads.file;
  // Consents last, so that whoever goes by the places of the others finds them where they were.
  yield [[...texts.headings, ...fields.map(({ label }) => label), ...texts.consentHeadings]];
  for await (const leads of batches)
    yield leads.map((lead) => [
      lead.firstName,
      lead.lastName,
      lead.email,
      lead.phone,
      lead.collections.join("; "),
      lead.optout ? texts.yes : texts.no,
      String(lead.emailCount),
      String(lead.openedCount),
      new Date(lead.createdAt).toISOString(),
      ...cellsOf(lead.fields, fields),
      // Nothing where nothing is known, so that an import of this file says nothing either.
      lead.consent === "unknown" ? "" : lead.consent,
      lead.consentAt === null ? "" : new Date(lead.consentAt).toISOString(),
      lead.consentHow === null ? "" : texts.consentBy[lead.consentHow],
    ]);
}
