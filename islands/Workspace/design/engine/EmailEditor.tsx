import {
  type MouseEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { editorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import type { Design } from "../../../../mail/design/design.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { Canvas } from "./canvas/Canvas.tsx";
import { rowOf } from "./canvas/spotBelow.ts";
import { focusPart } from "./focusPart.ts";
import { Palette } from "./Palette.tsx";
import { PartMenus } from "./PartMenus.tsx";
import { SavedRows } from "./SavedRows.tsx";
import { Settings } from "./settings/Settings.tsx";
import { undoKey } from "./undoKey.ts";
import { useEditorActions } from "./useEditorActions.ts";
import { useHistory } from "./useHistory.ts";

export type EditorHandle = { load: (design: Design) => void; select: (id: string) => void };

/**
 * The embedded editor: what can be added at one side, the mail on its paper in the middle, settings at the other.
 * It asks nothing of the network but the mail's own pictures.
 */
export function EmailEditor({
  first,
  onChange,
  onReady,
}: {
  first: Design;
  onChange: (design: Design) => void;
  onReady: (handle: EditorHandle) => void;
}) {
  const texts = useTexts(editorTexts);
  const frame = useRef<HTMLElement>(null);
  const history = useHistory(first);
  const [device, setDevice] = useState(firstDevice);
  const actions = useEditorActions(history, frame);
  // While somebody writes on the canvas, the settings follow when there is time.
  const settled = useDeferredValue(history.design);
  const isWriting = actions.textEditor?.isFocused === true;
  const row = rowOf(history.design, actions.selection);
  const canKeep = row !== null;
  const { rowNow, insertRow } = actions;
  const savedRows = useMemo(
    () => <SavedRows canKeep={canKeep} rowNow={rowNow} onInsert={insertRow} />,
    [canKeep, rowNow, insertRow],
  );
  useTelling(history.design, { onChange, onReady, load: actions.load, frame });

  return (
    <section
      ref={frame}
      className="editor"
      tabIndex={-1}
      {...actions.imageDrop.handlers}
      aria-label={texts.title}
      onKeyDown={(event) => {
        const wanted = undoKey(event);
        // What happens on the canvas comes twice: out of it, and once more from the element that holds it.
        if (wanted === null || event.defaultPrevented || isApart(event.target)) return;
        event.preventDefault();
        actions[wanted]();
      }}
    >
      <div className="editor-bar" role="toolbar" aria-label={texts.bar}>
        <Button
          {...inPlace}
          aria-label={texts.undo}
          title={texts.undo}
          disabled={!history.canUndo}
          onClick={actions.undo}
        >
          <Icon path="M9 14L4 9l5-5M4 9h10a5.500 5.500 0 0 1 0 11h-3" />
        </Button>
        <Button
          {...inPlace}
          aria-label={texts.redo}
          title={texts.redo}
          disabled={!history.canRedo}
          onClick={actions.redo}
        >
          <Icon path="M15 14l5-5-5-5M20 9H10a5.500 5.500 0 0 0 0 11h3" />
        </Button>
        <Button
          aria-pressed={device === "phone"}
          onClick={() => setDevice(device === "phone" ? "desktop" : "phone")}
        >
          {texts.phoneWidth}
        </Button>
        <PartMenus selection={actions.selection} rowId={row?.id ?? null} actions={actions.settingsActions} />
        {actions.imageDrop.fault === "" ? null : (
          <p className="field-error" role="alert">
            {actions.imageDrop.fault}
          </p>
        )}
      </div>
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

/** The press must not take the focus from the text that is being written: its cursor would be gone. */
const inPlace = { shape: "icon", onMouseDown: (event: MouseEvent) => event.preventDefault() } as const;

/** A form or a dialog is no part of the mail: what is typed there has a history of its own. */
function isApart(target: EventTarget): boolean {
  return target instanceof Element && target.closest("form, dialog") !== null;
}

/** Tells of every change but the first drawing, and hands out how to load another design. */
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

/** On a phone, a mail is first seen as phones will show it. */
function firstDevice(): "desktop" | "phone" {
  return window.matchMedia("(width < 700px)").matches ? "phone" : "desktop";
}
