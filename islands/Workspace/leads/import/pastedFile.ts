/**
 * Rows copied from a spreadsheet or a list, as a file like any other; the server sees whether they have headings. `name`
 * is the file's.
 */
export function pastedFile(text: string, name: string): File {
  return new File([text], name, { type: "text/csv" });
}
