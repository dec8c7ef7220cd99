/** Rows as CSV (RFC 4180): each line ends in CR LF. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

/** Signs with which a formula begins; some programs take the wide ones of East Asian keyboards for the narrow ones. */
const sign = "[=+\\-@\uff1d\uff0b\uff0d\uff20]";
const formula = new RegExp(`^\\s*${sign}|^[\\t\\r\\n]`);
// A separator ends the white space after another one, so that many in a row are passed over once.
const separator = "[;\\t\\r\\n][^\\S\\t\\r\\n]*";
const formulaWithin = new RegExp(`(${separator})(?=${sign})`, "g");
const guardWithin = new RegExp(`(${separator})'(?=${sign})`, "g");

/**
 * What a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection). Some pass over white
 * space before it.
 */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/**
 * The same of a cell in a file with commas: a program that splits by semicolons or tabs begins one at each of those, and,
 * since a quote within a cell is nothing to it, at each end of a line.
 */
function safeCells(text: string): string {
  return safeCell(text).replace(formulaWithin, "$1'");
}

/** What a cell said before it was made safe; any other text as it is. */
export function withoutGuards(text: string): string {
  const within = text.replace(guardWithin, "$1");
  for (const made of [within.replace(/^'/, ""), within])
    if (made !== text && safeCells(made) === text) return made;
  return text.startsWith("'") && safeCell(text.slice(1)) === text ? text.slice(1) : text;
}

function csvCell(text: string): string {
  const safe = safeCells(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
