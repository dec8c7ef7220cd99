import stringWidth from "string-width";
import { plainText } from "./plainText.ts";

export type Column<T> = {
  title: string;
  value: (row: T) => string;
  /** The field that it shows, as named by `--fields`. */
  field?: Extract<keyof T, string>;
  align?: "right";
  /** A shorter value, used if the whole table has too little room. */
  brief?: (row: T) => string;
  /** May be left out if there is too little room for the others: the "first" before other spare ones. */
  spare?: true | "first";
  /** The width that it gets, if it needs it, before spare ones get any and others get more. */
  least?: number;
  /** Never cut, because a part of it is of no use, for example an identifier. */
  whole?: true;
};

/**
 * Rows as aligned columns. To fit `width`, columns use their brief values, and then the widest are shortened, down to the
 * same width, so that lines never wrap; without a width (a pipe) nothing is cut or left out. Where even that does not fit,
 * as with identifiers in a very narrow window, each row stands in lines of its own.
 */
export function table<T>(rows: readonly T[], all: readonly Column<T>[], width?: number): string[] {
  const drawn = draw(rows, all, width);
  if (drawn.isCut && all.some(({ brief }) => brief !== undefined))
    return table(rows, all.map(briefly), width);
  const first = all.findIndex((column) => column.spare === "first");
  const last = first === -1 ? all.findLastIndex((column) => column.spare === true) : first;
  if (drawn.isCramped && last === -1 && width !== undefined && widthOf(drawn.lines) > width)
    return rows.flatMap((row, index) => [...(index === 0 ? [] : [""]), ...below(row, all, width)]);
  if (!drawn.isCramped || last === -1) return drawn.lines;
  return table(rows, all.toSpliced(last, 1), width);
}

function briefly<T>({ brief, ...column }: Column<T>): Column<T> {
  return brief === undefined ? column : { ...column, value: brief };
}

/** A row with one value to a line, behind its title. */
function below<T>(row: T, columns: readonly Column<T>[], width: number): string[] {
  const titles = widthOf(columns.map(({ title }) => title));
  return columns.flatMap(({ title, value, whole }) => {
    const text = plainText(value(row));
    const room = Math.max(narrowest, width - titles - gap.length);
    return text === "" ? [] : [`${fitted(title, titles, false)}${gap}${whole ? text : cut(text, room)}`];
  });
}

const widthOf = (lines: readonly string[]) => Math.max(0, ...lines.map((line) => stringWidth(line)));

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
/** Below `cramped` a column says too little, below `narrowest` nothing. */
const cramped = 12;
const narrowest = 8;

type Bounds = { width: number; kept: ReadonlySet<number>; needed: readonly number[] };

/** Shortens the widest column until the line fits; true if that left it, or the whole line, too little room. */
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

/** The text cut to `width` terminal columns, with an ellipsis if something is missing. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(shown + segment) > width - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}
