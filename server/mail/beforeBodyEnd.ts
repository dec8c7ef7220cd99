import { mergeFieldRanges } from "../../contract/mergeFields.ts";

/** Puts markup where a mail's visible content ends: before the last `</body>`, or at the end without one. */
export function beforeBodyEnd(html: string, markup: string): string {
  const at = bodyEnd(html);
  return html.slice(0, at) + markup + html.slice(at);
}

/** Where that is in the text. What stands within a merge field is its fallback and ends nothing. */
export function bodyEnd(html: string): number {
  const fields = mergeFieldRanges(html)[Symbol.iterator]();
  let field = fields.next().value;
  let at = html.length;
  for (const { index } of html.matchAll(/<\/body\s*>/gi)) {
    while (field !== undefined && field.end <= index) field = fields.next().value;
    if (field === undefined || index < field.start) at = index;
  }
  return at;
}
