import type { ReactNode } from "react";
import { useMedia } from "../_data/useMedia.ts";

export type TableColumn<Row> = {
  key: string;
  title: string;
  /** For numbers, which are aligned at the end so that their digits line up. */
  align?: "end";
  cell: (row: Row) => ReactNode;
  /** How many columns its cell spans in this row; the cells of the others are left out. One by default. */
  span?: (row: Row) => number;
};

/** A plain table for short lists. A long list renders only what is on screen (`useRowScroll.ts`). */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  blocksBelowPx = 0,
  isOld,
}: {
  /** What the table lists; for screen readers only. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /**
   * In a window narrower than this each row is a block of lines, since its columns do not fit side by side. The feature's
   * styles arrange the lines, by `[data-blocks] td[data-column="…"]`.
   */
  blocksBelowPx?: number;
  /** The rows are those of the question before, while the newest is being answered. */
  isOld?: boolean | undefined;
}) {
  const isBlocks = useMedia(`(width < ${blocksBelowPx}px)`);
  return (
    // Focusable, because a wide table scrolls sideways and the keyboard must be able to do that.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard (WCAG 2.1.1).
    <section className="table-frame" data-blocks={isBlocks || undefined} tabIndex={0} aria-label={caption}>
      <table className="table" aria-busy={isOld}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, align }) => (
              <th key={key} scope="col" data-align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {uncovered(columns, row).map(({ key, title, align, cell, span }) => (
                <td key={key} data-column={key} data-title={title} data-align={align} colSpan={span?.(row)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The columns that have a cell of their own in this row. */
function uncovered<Row>(columns: readonly TableColumn<Row>[], row: Row): TableColumn<Row>[] {
  let coveredTo = 0;
  return columns.filter(({ span }, index) => {
    if (index < coveredTo) return false;
    coveredTo = index + (span?.(row) ?? 1);
    return true;
  });
}
