import { type KeyboardEvent, memo, type PointerEvent, useMemo } from "react";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import type { Area } from "../../../../../mail/design/areas.ts";
import type { Row, Values } from "../../../../../mail/design/design.ts";
import { valueAt } from "../../../../../mail/design/valuePaths.ts";
import { contentWidthPx, rowValuesOf } from "../../../../../mail/drawing/designStyles.ts";
import { rowBackground } from "../../../../../mail/drawing/rowBackground.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Icon } from "../../../../_parts/Icon.tsx";
import { isApple } from "../../../shell/isApple.ts";
import type { Selection } from "../selection.ts";
import { styled } from "../settings/styled.ts";
import type { BlockActions } from "./CanvasBlock.tsx";
import { CanvasColumn } from "./CanvasColumn.tsx";

/** The actions of a row on the canvas. The functions are the same at every render. */
export type RowActions = {
  select: (id: string) => void;
  key: (event: KeyboardEvent, id: string) => void;
  drag: (event: PointerEvent, id: string, byHandle: boolean) => void;
};

type Props = {
  row: Row;
  /** Counted over headers, rows and footers. */
  index: number;
  area: Area;
  bodyValues: Values;
  /** Null if the selection is elsewhere, so that only two rows are rendered when it changes. */
  selection: Selection | null;
  editingId: string | null;
  actions: BlockActions;
  rowActions: RowActions;
};

/** The assumed height of a block until it has been seen. Only the scroll bar of a long mail shows it. */
const guessedBlockPx = 60;

/** A row with its columns, laid out as the mail's grid does. */
export const CanvasRow = memo(function CanvasRow({ row, index, area, rowActions, ...rest }: Props) {
  const words = useRowWords({ area, index });
  const { bodyValues, selection } = rest;
  const values = useMemo(() => rowValuesOf(row), [row]);
  const widthPx = contentWidthPx(bodyValues);
  const total = row.cells.reduce((sum, cell) => sum + cell, 0);
  const stays = valueAt(values, "_override.mobile.noStackMobile") === true;
  const background = useMemo(
    () => rowBackground(row, { rowValues: values, bodyValues }),
    [row, values, bodyValues],
  );
  const tallest = Math.max(1, ...row.columns.map(({ contents }) => contents.length));
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element means a row of a mail that can be moved.
    <div
      className="row"
      id={String(valueAt(values, "_meta.htmlID"))}
      data-row-id={row.id}
      data-index={index}
      data-area={area}
      data-selected={selection?.kind === "row" ? "" : undefined}
      data-holds={selection === null ? undefined : ""}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: rows are moved, copied and deleted by keyboard.
      tabIndex={0}
      role="group"
      {...words}
      onFocus={(event) => (event.target === event.currentTarget ? rowActions.select(row.id) : undefined)}
      onKeyDown={(event) =>
        event.target === event.currentTarget ? rowActions.key(event, row.id) : undefined
      }
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest(".block") === null)
          rowActions.drag(event, row.id, false);
      }}
      ref={styled({
        padding: textOf(values.padding),
        "background-color": textOf(values.backgroundColor),
        ...background.whole,
      })}
    >
      <div
        className={stays ? "row-inner no-stack" : "row-inner"}
        ref={styled({
          width: `${widthPx}px`,
          "background-color": background.content["background-image"]
            ? ""
            : textOf(values.columnsBackgroundColor),
          ...background.content,
          "contain-intrinsic-block-size": `auto ${tallest * guessedBlockPx}px`,
        })}
      >
        {row.columns.map((column, columnIndex) => (
          <CanvasColumn
            key={column.id}
            column={column}
            columnIndex={columnIndex}
            share={(row.cells[columnIndex] ?? 1) / total}
            cells={row.cells}
            rowValues={values}
            {...rest}
          />
        ))}
      </div>
      <div
        className="row-handle"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.stopPropagation();
          rowActions.select(row.id);
          rowActions.drag(event, row.id, true);
        }}
      >
        <Icon path="M4 7h16M4 12h16M4 17h16" size={16} />
      </div>
    </div>
  );
});

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The row's name and its keyboard shortcuts. */
function useRowWords({ area, index }: { area: Area; index: number }) {
  const { canvas } = useTexts(editorTexts);
  return {
    "aria-roledescription": canvas.row,
    "aria-label": canvas.rowName({ name: canvas.areas[area], place: index + 1 }),
    "aria-description": canvas.rowKeys(isApple()),
  };
}
