import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { editorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import type { Design } from "../../../../mail/design/design.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Canvas } from "./canvas/Canvas.tsx";
import { rowOf } from "./canvas/insertionPlace.ts";
import { EditorBar } from "./EditorBar.tsx";
import { focusPart } from "./focusPart.ts";
import { Palette } from "./Palette.tsx";
import { SavedRows } from "./SavedRows.tsx";
import { Settings } from "./settings/Settings.tsx";
import { undoKey } from "./undoKey.ts";
import { useEditorActions } from "./useEditorActions.ts";
import { useHistory } from "./useHistory.ts";
import { useSides } from "./useSides.ts";

export type EditorHandle = { load: (design: Design) => void; select: (id: string) => void };

/**
 * The built-in editor: the palette on one side, the mail in the middle, settings on the other side. It loads nothing from
 * the network but the mail's own pictures.
 */
export function EmailEditor({
  first,
  tools,
  onChange,
  onReady,
}: {
  first: Design;
  tools: HTMLElement | null;
  onChange: (design: Design) => void;
  onReady: (handle: EditorHandle) => void;
}) {
  const texts = useTexts(editorTexts);
  const frame = useRef<HTMLElement>(null);
  const history = useHistory(first);
  const [device, setDevice] = useState(firstDevice);
  const actions = useEditorActions(history, frame);
  // While a text is edited on the canvas, the settings are updated with lower priority.
  const settled = useDeferredValue(history.design);
  const isWriting = actions.textEditor?.isFocused === true;
  const row = rowOf(history.design, actions.selection);
  const canKeep = row !== null;
  const { rowNow, savedRowActions } = actions;
  const savedRows = useMemo(
    () => <SavedRows canKeep={canKeep} rowNow={rowNow} actions={savedRowActions} />,
    [canKeep, rowNow, savedRowActions],
  );
  useTelling(history.design, { onChange, onReady, load: actions.load, frame });

  const sides = useSides(frame);
  const bar = (
    <EditorBar
      history={history}
      device={device}
      sides={sides}
      actions={actions}
      rowId={row?.id ?? null}
      onDevice={() => setDevice(device === "phone" ? "desktop" : "phone")}
    />
  );

  return (
    <section
      ref={frame}
      className="editor"
      tabIndex={-1}
      data-palette={sides.palette}
      data-settings={sides.settings}
      {...actions.imageDrop.handlers}
      aria-label={texts.title}
      onKeyDown={(event) => {
        const wanted = undoKey(event);
        // Events on the canvas arrive twice: from within its shadow root, and from the host element.
        if (wanted === null || event.defaultPrevented || isApart(event.target)) return;
        event.preventDefault();
        actions[wanted]();
      }}
    >
      {tools === null ? bar : createPortal(bar, tools)}
      <Palette actions={actions.paletteActions}>{savedRows}</Palette>
      <Canvas
        design={history.design}
        device={device}
        selection={actions.selection}
        editingId={actions.editingId}
        actions={actions.blockActions}
        rowActions={actions.rowActions}
        onSelectBody={actions.selectBody}
      />
      <Settings
        design={isWriting ? settled : history.design}
        selection={actions.selection}
        editor={actions.textEditor}
        actions={actions.settingsActions}
      />
      <p className="visually-hidden" role="status">
        {actions.said}
      </p>
    </section>
  );
}

/** Forms and dialogs are not part of the mail: typing there has its own undo history. */
function isApart(target: EventTarget): boolean {
  return target instanceof Element && target.closest("form, dialog") !== null;
}

/** Reports every change except the first render, and provides a function that loads another design. */
function useTelling(
  design: Design,
  {
    onChange,
    onReady,
    load,
    frame,
  }: {
    onChange: (design: Design) => void;
    onReady: (handle: EditorHandle) => void;
    load: EditorHandle["load"];
    frame: RefObject<HTMLElement | null>;
  },
): void {
  const reported = useRef(design);
  const latest = useRef({ onChange, load });
  useEffect(() => {
    latest.current = { onChange, load };
  });
  useEffect(() => {
    if (reported.current === design) return;
    reported.current = design;
    latest.current.onChange(design);
  }, [design]);
  useEffect(() => {
    onReady({
      load: (next) => {
        reported.current = next;
        latest.current.load(next);
      },
      select: (id) => focusPart(frame, id),
    });
  }, [onReady, frame]);
}

/** On a phone, the canvas starts in its phone view. */
function firstDevice(): "desktop" | "phone" {
  return window.matchMedia("(width < 43.75rem)").matches ? "phone" : "desktop";
}
