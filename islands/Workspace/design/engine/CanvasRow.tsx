import { Fragment, memo, useMemo } from "react";
import type { Column, Row, Values } from "../../../_design/design.ts";
import { columnValuesOf, contentWidthPx, rowValuesOf } from "../../../_design/designStyles.ts";
import type { Spot } from "../../../_design/edit.ts";
import { valueAt } from "../../../_design/valuePaths.ts";
import { type BlockActions, CanvasBlock } from "./CanvasBlock.tsx";
import type { Selection } from "./selection.ts";
import { styled } from "./styled.ts";

type Props = {
  row: Row;
  index: number;
  bodyValues: Values;
  /** Null where what is selected is elsewhere, so that only two rows are drawn when it changes. */
  selection: Selection | null;
  editingId: string | null;
  landing: Spot | null;
  actions: BlockActions;
  onSelectRow: (id: string) => void;
};

/** A row with its columns, laid out as the grid of the mail lays them out. */
export const CanvasRow = memo(function CanvasRow({
  row,
  index,
  bodyValues,
  selection,
  onSelectRow,
  ...rest
}: Props) {
  const values = useMemo(() => rowValuesOf(row), [row]);
  const widthPx = contentWidthPx(bodyValues);
  const total = row.cells.reduce((sum, cell) => sum + cell, 0);
  const image = valueAt(values, "backgroundImage.url");
  return (
    // By keyboard, rows are chosen from the settings of a block in them.
    <div
      className="row"
      id={String(valueAt(values, "_meta.htmlID"))}
      data-selected={selection?.kind === "row" ? "" : undefined}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest(".block") === null) onSelectRow(row.id);
      }}
      ref={styled({
        padding: textOf(values.padding),
        "background-color": textOf(values.backgroundColor),
        "background-image": typeof image === "string" && image !== "" ? `url("${encodeURI(image)}")` : "",
      })}
    >
      <div
        className={values.noStackMobile === true ? "row-inner no-stack" : "row-inner"}
        ref={styled({ width: `${widthPx}px`, "background-color": textOf(values.columnsBackgroundColor) })}
      >
        {row.columns.map((column, columnIndex) => (
          <CanvasColumn
            key={column.id}
            column={column}
            columnIndex={columnIndex}
            share={(row.cells[columnIndex] ?? 1) / total}
            row={row}
            rowIndex={index}
            bodyValues={bodyValues}
            selection={selection}
            {...rest}
          />
        ))}
      </div>
    </div>
  );
});

type ColumnProps = Omit<Props, "index" | "onSelectRow"> & {
  column: Column;
  columnIndex: number;
  share: number;
  rowIndex: number;
};

function CanvasColumn({ column, columnIndex, share, row, rowIndex, bodyValues, ...rest }: ColumnProps) {
  const { selection, editingId, landing, actions } = rest;
  const values = useMemo(() => columnValuesOf(column), [column]);
  const here = landing?.column === columnIndex ? landing.index : -1;
  // The place of a block keeps its identity while its row does: a block is drawn anew only when it has changed.
  const places = useMemo(
    () =>
      column.contents.map((_, index) => ({
        row: { cells: row.cells, values: rowValuesOf(row) },
        rowIndex,
        column: { values: columnValuesOf(column) },
        columnIndex,
        index,
        bodyValues,
        assetBase: "/email-assets",
      })),
    [column, row, rowIndex, columnIndex, bodyValues],
  );
  return (
    <div
      className="column"
      data-row={rowIndex}
      data-column={columnIndex}
      data-selected={selection?.kind === "column" && selection.id === column.id ? "" : undefined}
      ref={styled({
        flex: `0 0 ${share * 100}%`,
        padding: textOf(values.padding),
        "background-color": textOf(values.backgroundColor),
        "border-radius": textOf(values.borderRadius),
        ...borderOf(values.border),
      })}
    >
      {column.contents.map((block, index) => {
        const place = places[index];
        return (
          <Fragment key={block.id}>
            {here === index ? <div className="landing" /> : null}
            {place === undefined ? null : (
              <CanvasBlock
                block={block}
                place={place}
                selected={selection?.kind === "block" && selection.id === block.id}
                editing={editingId === block.id}
                actions={actions}
              />
            )}
          </Fragment>
        );
      })}
      {here === column.contents.length ? <div className="landing" /> : null}
      {column.contents.length === 0 ? <div className="empty">Drop a block here</div> : null}
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function borderOf(border: unknown): Record<string, string> {
  const styles: Record<string, string> = {};
  for (const side of ["Top", "Right", "Bottom", "Left"]) {
    const part = (what: string) => valueAt({ border }, `border.border${side}${what}`);
    const [width, style, color] = [part("Width"), part("Style"), part("Color")].map(textOf);
    if (width) styles[`border-${side.toLowerCase()}`] = `${width} ${style} ${color}`;
  }
  return styles;
}
