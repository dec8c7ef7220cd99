import { memo } from "react";
import { type EditorTexts, editorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Menu, type MenuItem } from "../../../_parts/Menu.tsx";
import type { Selection } from "./selection.ts";
import type { SettingsActions } from "./settings/settingsProps.ts";

/** The actions for the selected block and its row, available wherever the settings are. */
export const PartMenus = memo(function PartMenus({
  selection,
  rowId,
  actions,
}: {
  selection: Selection;
  rowId: string | null;
  actions: SettingsActions;
}) {
  const texts = useTexts(editorTexts);
  const blockId = selection.kind === "block" ? selection.id : null;
  return (
    <>
      <Menu
        disabled={blockId === null}
        items={blockId === null ? [] : itemsOf({ kind: "block", id: blockId }, actions, texts)}
      >
        {texts.menus.block.title}
      </Menu>
      <Menu
        disabled={rowId === null}
        items={rowId === null ? [] : itemsOf({ kind: "row", id: rowId }, actions, texts)}
      >
        {texts.menus.row.title}
      </Menu>
    </>
  );
});

function itemsOf(
  part: Selection & { kind: "block" | "row" },
  actions: SettingsActions,
  texts: EditorTexts,
): MenuItem[] {
  const { kind, id } = part;
  const own: MenuItem[] =
    kind === "block"
      ? [{ key: "edit", label: texts.menus.block.edit, onSelect: () => actions.edit(id) }]
      : [{ key: "settings", label: texts.menus.row.settings, onSelect: () => actions.select(part) }];
  return [
    ...own,
    { key: "up", label: texts.menus[kind].up, onSelect: () => actions.step(id, -1) },
    { key: "down", label: texts.menus[kind].down, onSelect: () => actions.step(id, 1) },
    { key: "copy", label: texts.menus[kind].duplicate, onSelect: () => actions.duplicate(part) },
    { key: "delete", label: texts.menus[kind].delete, danger: true, onSelect: () => actions.remove(part) },
  ];
}
