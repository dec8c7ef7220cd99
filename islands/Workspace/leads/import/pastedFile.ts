const separators = ["\t", ";", ","] as const;

/**
 * Rows copied from a spreadsheet or a list, as a file like any other. Where the first row holds an address it is no
 * heading, so headings are put above it: a row of data must not be lost for the name of a column. `name` is the file's.
 */
export function pastedFile(text: string, name: string): File {
  const [first = ""] = text.trimStart().split(/\r?\n/, 1);
  const rows = first.includes("@") ? `${headings(first)}\n${text.trimStart()}` : text;
  return new File([rows], name, { type: "text/csv" });
}

function headings(row: string): string {
  const separator = separators.find((candidate) => row.includes(candidate)) ?? ",";
  const names = ["First name", "Last name"];
  const taken = new Set<string>();
  const cells = row.split(separator).map((cell, index) => {
    const wanted = cell.includes("@") ? "Email" : /^[\s\d+()/-]{5,}$/.test(cell) ? "Phone" : names.shift();
    const name = wanted === undefined || taken.has(wanted) ? `Column ${index + 1}` : wanted;
    taken.add(name);
    return name;
  });
  return cells.join(separator);
}
