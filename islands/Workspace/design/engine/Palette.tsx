import type { PointerEvent, ReactNode } from "react";
import { type Preset, presets, rowShapes } from "../../../_design/palette.ts";
import { Icon } from "../../../_parts/Icon.tsx";

/** What can be added: pressed, it goes below what is selected; dragged, where it is dropped. */
export function Palette({
  onAdd,
  onDrag,
  onAddRow,
  children,
}: {
  onAdd: (preset: Preset) => void;
  onDrag: (event: PointerEvent, preset: Preset) => void;
  onAddRow: (cells: readonly number[]) => void;
  children?: ReactNode;
}) {
  return (
    <section className="editor-palette" aria-label="Blocks to add">
      <h3>Blocks</h3>
      <div className="editor-blocks">
        {presets.map((preset) => (
          <button
            key={preset.key}
            type="button"
            aria-label={`Add ${preset.title}`}
            onPointerDown={(event) => onDrag(event, preset)}
            onClick={() => onAdd(preset)}
          >
            <Icon path={preset.icon} />
            {preset.title}
          </button>
        ))}
      </div>
      <h3>Rows</h3>
      <div className="editor-blocks">
        {rowShapes.map(({ cells, title }) => (
          <button key={title} type="button" aria-label={`Add row ${title}`} onClick={() => onAddRow(cells)}>
            <span className="editor-shape" aria-hidden="true">
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the shares of a shape never change.
                <i key={at} data-share={cell} />
              ))}
            </span>
            {title}
          </button>
        ))}
      </div>
      {children}
    </section>
  );
}
