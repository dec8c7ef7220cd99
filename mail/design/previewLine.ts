import type { Design } from "./design.ts";
import { readDesign } from "./design.ts";

/** What stands beside a mail's subject in a list of mails, as its design has it; "" without. */
export function previewLineOf(design: unknown): string {
  const line = readDesign(design)?.body.values.preheaderText;
  return typeof line === "string" ? line : "";
}

/** The same design with another one; what is no design stays as it is. */
export function withPreviewLine(design: unknown, line: string): unknown {
  const read = readDesign(design);
  if (read === null || previewLineOf(read) === line) return design;
  const { body } = read;
  return { ...read, body: { ...body, values: { ...body.values, preheaderText: line } } } satisfies Design;
}

/**
 * A preview line with what keeps the rest of its mail out of a list of mails, which shows what follows as well until its
 * line is full. What fills it is seen nowhere: a joiner, a non-joiner and a space that does not break, as often as the
 * widest list has room.
 */
export function filledPreviewLine(html: string): string {
  return html.trim() === "" ? html : `${html} ${"&#847;&zwnj;&nbsp;".repeat(fillerCount)}`;
}

const fillerCount = 80;
