import { useMemo } from "react";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import type { Column, Row, Values } from "../../../../../mail/design/design.ts";
import { sides } from "../../../../../mail/design/settings.ts";
import { valueAt } from "../../../../../mail/design/valuePaths.ts";
import { columnValuesOf } from "../../../../../mail/drawing/designStyles.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import type { Selection } from "../selection.ts";
import { styled } from "../settings/styled.ts";
import { type BlockActions, CanvasBlock } from "./CanvasBlock.tsx";

type Props = {
  column: Column;
  columnIndex: number;
  /** The share of the row's width, from 0 to 1. */
  share: number;
  cells: Row["cells"];
  rowValues: Values;
  bodyValues: Values;
  selection: Selection | null;
  editingId: string | null;
  actions: BlockActions;
};

/** A column of a row on the canvas, with its blocks. */
export function CanvasColumn({ column, columnIndex, share, cells, rowValues, bodyValues, ...rest }: Props) {
  const texts = useTexts(editorTexts);
  const { selection, editingId, actions } = rest;
  const values = useMemo(() => columnValuesOf(column), [column]);
  // The values of column and row keep their identity, so that a block is rendered again only if it has changed.
  const own = JSON.stringify([cells, rowValues, column.values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words of column and row place a block the same.
  const place = useMemo(
    () => ({
      row: { cells, values: rowValues },
      column: { values },
      columnIndex,
      bodyValues,
      // A block does not depend on its number, and counting would render all of them again after each insertion.
      rowIndex: 0,
      index: 0,
      assetBase: "/email-assets",
    }),
    [own, columnIndex, bodyValues],
  );
  return (
    <div
      className="column"
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
      {column.contents.map((block, index) => (
        <CanvasBlock
          key={block.id}
          block={block}
          position={index + 1}
          place={place}
          selected={selection?.kind === "block" && selection.id === block.id}
          editing={editingId === block.id}
          actions={actions}
        />
      ))}
      {column.contents.length === 0 ? <div className="empty">{texts.canvas.dropHere}</div> : null}
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function borderOf(border: unknown): Record<string, string> {
  const styles: Record<string, string> = {};
  for (const side of sides) {
    const part = (what: string) => valueAt({ border }, `border.border${side}${what}`);
    const [width, style, color] = [part("Width"), part("Style"), part("Color")].map(textOf);
    if (width)
      styles[`border-${side.toLowerCase()}`] = `${width} ${style || "solid"} ${color || "transparent"}`;
  }
  return styles;
}
