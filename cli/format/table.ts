import { plainText } from "./plainText.ts";

export type Column<T> = { title: string; value: (row: T) => string; align?: "right" };

/**
 * Rows as aligned columns. Within `width` the widest columns give way, so that a line never wraps;
 * without a width (a pipe) nothing is cut.
 */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[], width?: number): string[] {
  const cells = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => plainText(column.value(row)))),
  ];
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((line) => Bun.stringWidth(line[index] ?? ""))),
  );
  if (width !== undefined) shrink(widths, width);
  return cells.map((line) =>
    columns
      .map((column, index) => fitted(line[index] ?? "", widths[index] ?? 0, column.align === "right"))
      .join(gap)
      .trimEnd(),
  );
}

const gap = "  ";
const narrowest = 8;

/** Takes from the widest column again and again until the line fits. */
function shrink(widths: number[], width: number): void {
  const total = () => widths.reduce((sum, one) => sum + one, gap.length * (widths.length - 1));
  while (total() > width) {
    const widest = widths.indexOf(Math.max(...widths));
    const current = widths[widest] ?? 0;
    if (current <= narrowest) return;
    widths[widest] = Math.max(narrowest, current - (total() - width));
  }
}

function fitted(text: string, width: number, right: boolean): string {
  const shown = cut(text, width);
  const padding = " ".repeat(Math.max(0, width - Bun.stringWidth(shown)));
  return right ? padding + shown : shown + padding;
}

/** The text cut to so many terminal columns, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text;
  let shown = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Bun.stringWidth(shown + segment) > width - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}
