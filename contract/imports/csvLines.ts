/** Rows as CSV (RFC 4180): each line ends in CR LF. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

/**
 * What a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection). Some take the wide
 * signs of East Asian keyboards for the narrow ones, and some pass over white space before them.
 */
export function safeCell(text: string): string {
  return /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

function csvCell(text: string): string {
  const safe = safeCell(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
