import type { Editor } from "@tiptap/core";
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { designTexts } from "../../../../../contract/texts/workspace/design/design.ts";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import type { Block, Values } from "../../../../../mail/design/design.ts";
import { directionOf, languageOf } from "../../../../../mail/design/language.ts";
import { valueAt } from "../../../../../mail/design/valuePaths.ts";
import { blockHtml, drawnValues, lackOf, type Place } from "../../../../../mail/drawing/blockHtml.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Icon } from "../../../../_parts/Icon.tsx";
import { styled } from "../settings/styled.ts";
import { RichText } from "../text/RichText.tsx";
import { textFor } from "../textFor.ts";
import { drawnHtml } from "./drawnHtml.ts";

/** The actions of a block on the canvas. The functions are the same at every render. */
export type BlockActions = {
  select: (id: string) => void;
  edit: (id: string) => void;
  leave: (id: string) => void;
  key: (event: KeyboardEvent, id: string) => void;
  drag: (event: PointerEvent, id: string, byHandle: boolean) => void;
  text: (id: string, html: string, stretch: number) => void;
  editor: (editor: Editor | null) => void;
};

type Props = {
  block: Block;
  /** Its position in the column, from 1. */
  position: number;
  place: Place;
  selected: boolean;
  editing: boolean;
  actions: BlockActions;
};

/** One block as it will be sent. It can be selected and moved and, if it is text, edited. */
export const CanvasBlock = memo(function CanvasBlock(props: Props) {
  const texts = useTexts(editorTexts);
  const { blocks } = useTexts(designTexts);
  const { block, position, place, selected, editing, actions } = props;
  const html = useMemo(() => (editing ? "" : drawableHtml(block, place)), [editing, block, place]);
  // The mail's words alone: what the editor says around them is in the page's language.
  const lang = languageOf(place.bodyValues);
  const lack = html === null ? "broken" : lackOf(block);
  const pressed = useRef<{ left: number; top: number } | null>(null);
  useEffect(() => {
    // Whoever next enters by keyboard begins at the end again.
    if (!editing) pressed.current = null;
  }, [editing]);
  const hiddenOnPhone =
    block.values.hideMobile === true || valueAt(block.values, "_override.mobile.hideMobile") === true;
  const hiddenOnDesktop =
    block.values.hideDesktop === true || valueAt(block.values, "_override.desktop.hideDesktop") === true;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element means a block that can be moved and written in.
    <div
      className="block"
      data-id={block.id}
      data-selected={selected ? "" : undefined}
      data-editing={editing ? "" : undefined}
      data-hidden={hiddenOnPhone || hiddenOnDesktop ? "" : undefined}
      data-placeholder={lack === null ? undefined : texts.canvas.lacks[lack]}
      tabIndex={editing ? -1 : 0}
      role="group"
      aria-roledescription={texts.canvas.block}
      aria-label={texts.canvas.blockName({ type: textFor(blocks, block.type), position })}
      aria-description={texts.canvas.blockKeys}
      onFocus={() => actions.select(block.id)}
      onKeyDown={(event) => (editing ? undefined : actions.key(event, block.id))}
      onDoubleClick={({ clientX, clientY }) => {
        pressed.current = { left: clientX, top: clientY };
        actions.edit(block.id);
      }}
      onPointerDown={(event) => (editing ? undefined : actions.drag(event, block.id, false))}
    >
      {editing ? (
        <div
          ref={styled(textStyles(drawnValues(block, place.bodyValues)))}
          id={`edit-${block.id}`}
          lang={lang}
          dir={directionOf(place.bodyValues)}
        >
          <RichText
            label={texts.text.title}
            html={typeof block.values.text === "string" ? block.values.text : ""}
            at={pressed.current}
            onChange={(text, stretch) => actions.text(block.id, text, stretch)}
            onEditor={actions.editor}
            onLeave={() => actions.leave(block.id)}
          />
        </div>
      ) : (
        <Drawn html={html ?? ""} lang={lang} />
      )}
      {selected && !editing ? (
        <div
          className="handle"
          aria-hidden="true"
          onPointerDown={(event) => {
            event.stopPropagation();
            actions.drag(event, block.id, true);
          }}
        >
          <Icon path="M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01" size={16} />
        </div>
      ) : null}
    </div>
  );
});

/** Null where a program has put a block together of parts that cannot be drawn, such as a table whose rows are none. */
function drawableHtml(block: Block, place: Place): string | null {
  try {
    return blockHtml(block, place);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The styles that the exporters put on a text block, applied while the text is being edited. */
function textStyles(values: Values): Record<string, string | undefined> {
  const text = (key: string, fallback?: string) => {
    const value = values[key];
    return typeof value === "string" || typeof value === "number" ? String(value) : fallback;
  };
  const family = valueAt(values, "fontFamily.value");
  return {
    padding: text("containerPadding", "10px"),
    "font-size": text("fontSize", "14px"),
    "line-height": text("lineHeight", "140%"),
    "text-align": text("textAlign", "left"),
    color: text("color"),
    "font-weight": text("fontWeight"),
    "letter-spacing": text("letterSpacing"),
    "font-family": typeof family === "string" ? family : undefined,
  };
}

/** HTML from a design on the canvas. It is rendered again only if it has changed. */
const Drawn = memo(function Drawn({ html, lang }: { html: string; lang: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    holder.current?.replaceChildren(drawnHtml(html));
  }, [html]);
  return <div ref={holder} lang={lang} />;
});
