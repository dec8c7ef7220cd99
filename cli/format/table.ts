import stringWidth from "string-width";
import { plainText } from "./plainText.ts";

export type Column<T> = {
  title: string;
  value: (row: T) => string;
  /** The one field that it shows, as `--fields` calls it. */
  field?: Extract<keyof T, string>;
  align?: "right";
  /** What it says where the whole of the table has no room. */
  brief?: (row: T) => string;
  /** Left out where the others would have no room beside it: the "first" before all other spare ones. */
  spare?: true | "first";
  /** The room that it has, where it needs as much, before spare ones have any and others have more. */
  least?: number;
  /** Never cut: a part of it is of no use, as of an identifier. */
  whole?: true;
};

/**
 * Rows as aligned columns. Within `width` columns are brief where they can be, and then the widest give way, down to the
 * same width, so that a line never wraps; without a width (a pipe) nothing is cut and nothing left out.
 */
export function table<T>(rows: readonly T[], all: readonly Column<T>[], width?: number): string[] {
  const drawn = draw(rows, all, width);
  if (drawn.isCut && all.some(({ brief }) => brief !== undefined))
    return table(rows, all.map(briefly), width);
  const first = all.findIndex((column) => column.spare === "first");
  const last = first === -1 ? all.findLastIndex((column) => column.spare === true) : first;
  if (!drawn.isCramped || last === -1) return drawn.lines;
  return table(rows, all.toSpliced(last, 1), width);
}

function briefly<T>({ brief, ...column }: Column<T>): Column<T> {
  return brief === undefined ? column : { ...column, value: brief };
}

function draw<T>(rows: readonly T[], columns: readonly Column<T>[], width: number | undefined) {
  const cells = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => plainText(column.value(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => stringWidth(line[index] ?? ""))));
  const whole = [...widths];
  const kept = new Set(columns.flatMap((column, index) => (column.whole ? [index] : [])));
  const needed = columns.map(({ least = 0 }, index) => Math.min(least, widths[index] ?? 0));
  const isShort = width !== undefined && shrink(widths, { width, kept, needed });
  const isCramped = isShort || needed.some((room, index) => (widths[index] ?? 0) < room);
  const lines = cells.map((line) =>
    columns
      .map((column, index) => fitted(line[index] ?? "", widths[index] ?? 0, column.align === "right"))
      .join(gap)
      .trimEnd(),
  );
  return { lines, isCramped, isCut: widths.some((room, index) => room < (whole[index] ?? 0)) };
}

const gap = "  ";
/** Below this a column says too little, and below that nothing. */
const cramped = 12;
const narrowest = 8;

type Bounds = { width: number; kept: ReadonlySet<number>; needed: readonly number[] };

/** Takes from the widest column until the line fits; true where that left it, or the whole line, no room. */
function shrink(widths: number[], { width, kept, needed }: Bounds): boolean {
  let excess = widths.reduce((sum, one) => sum + one, gap.length * (widths.length - 1)) - width;
  let smallest = Number.POSITIVE_INFINITY;
  for (; excess > 0; excess -= 1) {
    const yielding = widths.map((one, index) => (kept.has(index) ? 0 : one));
    const ready = yielding.map((one, index) => (one > (needed[index] ?? 0) ? one : 0));
    const asked = ready.some((one) => one > narrowest) ? ready : yielding;
    const widest = asked.indexOf(Math.max(...asked));
    smallest = Math.min(smallest, (widths[widest] ?? 0) - 1);
    if (smallest < narrowest) return true;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return smallest < cramped;
}

function fitted(text: string, width: number, right: boolean): string {
  const shown = cut(text, width);
  const padding = " ".repeat(Math.max(0, width - stringWidth(shown)));
  return right ? padding + shown : shown + padding;
}

/** The text cut to so many terminal columns, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(shown + segment) > width - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}
