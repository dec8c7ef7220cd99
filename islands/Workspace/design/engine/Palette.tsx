import { memo, type PointerEvent, type ReactNode } from "react";
import { type EditorTexts, editorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import { type Preset, presets, rowShapes } from "../../../../mail/design/palette.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Icon } from "../../../_parts/Icon.tsx";

export type PaletteActions = {
  add: (preset: Preset) => void;
  drag: (event: PointerEvent, preset: Preset) => void;
  addRow: (cells: readonly number[]) => void;
  dragRow: (event: PointerEvent, cells: readonly number[]) => void;
};

/** What can be added to the mail. A press inserts it below the selection, a drag where it is dropped. */
export const Palette = memo(function Palette({
  actions,
  children,
}: {
  actions: PaletteActions;
  children?: ReactNode;
}) {
  const texts = useTexts(editorTexts);
  const shapes = rowShapes.map((cells) => ({ cells, title: shapeText(cells, texts) }));
  return (
    <section className="editor-palette" aria-label={texts.palette.title}>
      <h3>{texts.palette.blocks}</h3>
      <div className="editor-blocks">
        {presets.map((preset) => (
          <button
            key={preset.key}
            type="button"
            aria-label={texts.palette.addBlock(texts.palette.presets[preset.key])}
            onPointerDown={(event) => actions.drag(event, preset)}
            onClick={() => actions.add(preset)}
          >
            <Icon path={preset.icon} />
            {texts.palette.presets[preset.key]}
          </button>
        ))}
      </div>
      <h3>{texts.palette.rows}</h3>
      <div className="editor-blocks">
        {shapes.map(({ cells, title }) => (
          <button
            key={title}
            type="button"
            aria-label={texts.palette.addRow(title)}
            onPointerDown={(event) => actions.dragRow(event, cells)}
            onClick={() => actions.addRow(cells)}
          >
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
});

/** A row's layout by the shares of its columns. */
function shapeText(cells: readonly number[], texts: EditorTexts): string {
  return cells.length === 1 ? texts.palette.oneColumn : cells.join(" : ");
}
