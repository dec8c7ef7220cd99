import type { MouseEvent } from "react";
import { editorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { isApple } from "../../shell/isApple.ts";
import { PartMenus } from "./PartMenus.tsx";
import { LeftOut } from "./text/LeftOut.tsx";
import type { useEditorActions } from "./useEditorActions.ts";
import type { EditHistory } from "./useHistory.ts";
import type { Sides } from "./useSides.ts";

/** The editor's tools for the mail as a whole, in the same bar as the actions for the template. */
export function EditorBar({
  history,
  device,
  sides,
  actions,
  rowId,
  onDevice,
}: {
  history: EditHistory;
  device: "desktop" | "phone";
  sides: Sides;
  actions: ReturnType<typeof useEditorActions>;
  rowId: string | null;
  onDevice: () => void;
}) {
  const texts = useTexts(editorTexts);
  const phone = device === "phone";
  return (
    <>
      <div className="editor-bar" role="toolbar" aria-label={texts.bar}>
        <Button
          {...inPlace}
          aria-label={texts.sides.palette}
          title={`${texts.sides.palette} (${texts.sides.keys(isApple())})`}
          aria-pressed={sides.palette}
          onClick={() => sides.toggle("palette")}
        >
          <Icon size={16} path="M4 5h16v14H4ZM9 5v14" />
        </Button>
        <Button
          {...inPlace}
          className="editor-undo"
          title={texts.undo}
          {...stepIf(history.canUndo)}
          onClick={actions.undo}
        >
          <Icon size={16} path="M9 14L4 9l5-5M4 9h10a5.500 5.500 0 0 1 0 11h-3" />
        </Button>
        <Button {...inPlace} title={texts.redo} {...stepIf(history.canRedo)} onClick={actions.redo}>
          <Icon size={16} path="M15 14l5-5-5-5M20 9H10a5.500 5.500 0 0 0 0 11h3" />
        </Button>
        <Button {...inPlace} title={texts.phoneWidth} aria-pressed={phone} onClick={onDevice}>
          <Icon
            size={16}
            path="M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2"
          />
        </Button>
        <PartMenus selection={actions.selection} rowId={rowId} actions={actions.settingsActions} />
        <Button
          {...inPlace}
          aria-label={texts.sides.settings}
          title={`${texts.sides.settings} (${texts.sides.keys(isApple())})`}
          aria-pressed={sides.settings}
          onClick={() => sides.toggle("settings")}
        >
          <Icon size={16} path="M4 5h16v14H4ZM15 5v14" />
        </Button>
        {actions.imageDrop.fault === "" ? null : (
          <p className="field-error" role="alert">
            {actions.imageDrop.fault}
          </p>
        )}
      </div>
      <LeftOut editor={actions.textEditor} />
    </>
  );
}

/** Pressing a button must not take the focus from the text being edited, or its cursor would be lost. */
const inPlace = {
  variant: "quiet",
  shape: "icon",
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
} as const;

/** At the last step the button keeps the focus of whoever pressed it, but cannot be reached by Tab. */
const stepIf = (can: boolean) => (can ? {} : { "aria-disabled": true, tabIndex: -1 });
