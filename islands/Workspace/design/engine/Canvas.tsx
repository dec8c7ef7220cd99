import { useMemo } from "react";
import type { Design } from "../../../_design/design.ts";
import { bodyValuesOf, designStyles } from "../../../_design/designStyles.ts";
import type { Spot } from "../../../_design/edit.ts";
import { valueAt } from "../../../_design/valuePaths.ts";
import type { BlockActions } from "./CanvasBlock.tsx";
import { CanvasRow } from "./CanvasRow.tsx";
import { canvasStyles } from "./canvasStyles.ts";
import { Shadow } from "./Shadow.tsx";
import type { Selection } from "./selection.ts";
import { styled } from "./styled.ts";

/** The mail on its paper: drawn by what draws the mail that is sent, so that both look the same. */
export function Canvas({
  design,
  device,
  selection,
  editingId,
  landing,
  actions,
  onSelectRow,
  onSelectBody,
}: {
  design: Design;
  device: "desktop" | "phone";
  selection: Selection;
  editingId: string | null;
  landing: Spot | null;
  actions: BlockActions;
  onSelectRow: (id: string) => void;
  onSelectBody: () => void;
}) {
  const bodyKey = JSON.stringify(design.body.values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new body with the same values draws nothing anew.
  const bodyValues = useMemo(() => bodyValuesOf(design), [bodyKey]);
  const { styles, phone } = designStyles(design);
  const family = valueAt(bodyValues, "fontFamily.value");
  const sheet = [canvasStyles, ...styles, ...(device === "phone" ? phone : [])].join("\n");
  return (
    <Shadow className="editor-canvas" styles={sheet}>
      {/* By keyboard, the page is chosen from the settings. */}
      <div
        className="page"
        id="u_body"
        data-device={device}
        onPointerDown={(event) => {
          if (event.target === event.currentTarget) onSelectBody();
        }}
        ref={styled({
          "background-color": String(bodyValues.backgroundColor ?? ""),
          color: String(bodyValues.textColor ?? ""),
          "font-family": typeof family === "string" ? family : "",
        })}
      >
        {design.body.rows.map((row, index) => {
          const holds = (id: string | null) =>
            row.columns.some(
              (column) => column.id === id || column.contents.some((block) => block.id === id),
            );
          const isHere = selection.id === row.id || holds(selection.id);
          return (
            <CanvasRow
              key={row.id}
              row={row}
              index={index}
              bodyValues={bodyValues}
              selection={isHere ? selection : null}
              editingId={editingId !== null && holds(editingId) ? editingId : null}
              landing={landing?.row === index ? landing : null}
              actions={actions}
              onSelectRow={onSelectRow}
            />
          );
        })}
      </div>
    </Shadow>
  );
}
