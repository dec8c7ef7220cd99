import { fitOf } from "../../../../contract/imports/fieldFits.ts";
import { importLimits } from "../../../../contract/limits/imports.ts";
import type { ColumnChoice, ImportJob } from "../../../../contract/schemas/imports.ts";
import { type ImportTexts, importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Notice } from "../../../_parts/Notice.tsx";

/** Of a list of people who left, a row needs no name. */
type Mapped = { job: ImportJob; columns: ColumnChoice; everybodyLeft: boolean };

/** The number of rows that cannot become leads, counted for the whole file before the import. */
export function InvalidRows({ job, columns, everybodyLeft }: Mapped) {
  const texts = useTexts(importTexts);
  const found = troublesOf({ job, columns, everybodyLeft }, texts.columns);
  if (found.length === 0) return null;
  return <Notice status="uncertain">{texts.columns.willBeLeftOut(found.join(", "))}</Notice>;
}

/** Where one column stands in for another it is not known from counts alone which rows have neither. */
function troublesOf({ job, columns, everybodyLeft }: Mapped, texts: ImportTexts["columns"]): string[] {
  const [email, firstName] = [columns.email, columns.firstName].map((names) =>
    names.length === 1 ? fitOf(names[0] ?? "", job.fits ?? []) : undefined,
  );
  const count = email?.unfit.address ?? 0;
  return [
    ...counted(job.rowCount - (email?.filled ?? job.rowCount), texts.noEmail),
    ...counted(count, (many) => texts.notAddress({ count: many, isMore: many === importLimits.unfitMax })),
    ...(everybodyLeft ? [] : counted(job.rowCount - (firstName?.filled ?? job.rowCount), texts.noName)),
  ];
}

function counted(count: number, text: (count: number) => string): string[] {
  return count > 0 ? [text(count)] : [];
}
