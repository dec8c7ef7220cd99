import type { Spot } from "../../../../../mail/design/edit.ts";

/** Where something dragged would be dropped: among blocks, or between rows. */
export type Landing = { kind: "block"; spot: Spot } | { kind: "row"; gap: number };
/** Where the line that shows it is on the screen. */
export type Line = { left: number; top: number; width: number };
type Point = { clientX: number; clientY: number };
type Found = { landing: Landing; line: Line };

/** Where a block would be dropped. This only reads the canvas, so that dragging causes no layout. */
export function blockLanding(canvas: ShadowRoot, { clientX, clientY }: Point): Found | null {
  const column = canvas.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(".column");
  const row = column?.closest<HTMLElement>(".row");
  if (!column || !row) return null;
  const rects = [...column.querySelectorAll(".block")].map((block) => block.getBoundingClientRect());
  const found = rects.findIndex(({ top, height }) => clientY < top + height / 2);
  const index = found < 0 ? rects.length : found;
  const { left, width, top } = column.getBoundingClientRect();
  const lineTop = rects[index]?.top ?? rects.at(-1)?.bottom ?? top + 2;
  const spot = { row: Number(row.dataset.index), column: Number(column.dataset.column), index };
  return { landing: { kind: "block", spot }, line: { left, width, top: lineTop } };
}

/** Where a row would be dropped: above or below the row under the pointer, or at the mail's ends. */
export function rowLanding(canvas: ShadowRoot, { clientX, clientY }: Point): Found | null {
  const under = canvas.elementFromPoint(clientX, clientY);
  if (under === null) return null;
  const rows = [...canvas.querySelectorAll<HTMLElement>(".row")];
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return null;
  const isAbove = clientY < first.getBoundingClientRect().top;
  const row = under.closest<HTMLElement>(".row") ?? (isAbove ? first : last);
  const { left, width, top, bottom, height } = row.getBoundingClientRect();
  const isBelow = clientY >= top + height / 2;
  const gap = Number(row.dataset.index) + (isBelow ? 1 : 0);
  return { landing: { kind: "row", gap }, line: { left, width, top: isBelow ? bottom : top } };
}
