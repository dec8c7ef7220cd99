import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { utils, write } from "xlsx";

export const emailOf = (prefix: string, index: number) => `${prefix}${index}@in.test`;

/** Writes a sheet of leads as CSV or XLSX and answers its path. */
export function writeLeadSheet(options: { folder: string; kind: "csv" | "xlsx"; count: number }): string {
  const { folder, kind, count } = options;
  const rows = [["First Name", "Last Name", "Email Address", "Phone"]];
  for (let index = 0; index < count; index += 1)
    rows.push([`First${index}`, `Last${index}`, emailOf(kind, index), `+49 30 ${1_000_000 + index}`]);
  const path = join(folder, `leads.${kind}`);
  if (kind === "csv") writeFileSync(path, rows.map((row) => row.join(",")).join("\r\n"));
  else {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "Leads");
    writeFileSync(path, write(book, { type: "buffer", bookType: "xlsx", compression: true }));
  }
  return path;
}
