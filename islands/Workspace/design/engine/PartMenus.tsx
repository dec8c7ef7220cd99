import { memo } from "react";
import { Menu, type MenuItem } from "../../../_parts/Menu.tsx";
import type { Selection } from "./selection.ts";
import type { SettingsActions } from "./settings/settingsProps.ts";

/** What can be done to the selected block and to its row, at hand wherever the settings are. */
export const PartMenus = memo(function PartMenus({
  selection,
  rowId,
  actions,
}: {
  selection: Selection;
  rowId: string | null;
  actions: SettingsActions;
}) {
  const blockId = selection.kind === "block" ? selection.id : null;
  return (
    <>
      <Menu
        disabled={blockId === null}
        items={blockId === null ? [] : itemsOf({ kind: "block", id: blockId }, actions)}
      >
        Block
      </Menu>
      <Menu
        disabled={rowId === null}
        items={rowId === null ? [] : itemsOf({ kind: "row", id: rowId }, actions)}
      >
        Row
      </Menu>
    </>
  );
});

function itemsOf(part: Selection, actions: SettingsActions): MenuItem[] {
  const { kind, id } = part;
  const own: MenuItem[] =
    kind === "block"
      ? [{ key: "edit", label: "Edit block", onSelect: () => actions.edit(id) }]
      : [{ key: "settings", label: "Row settings", onSelect: () => actions.select(part) }];
  return [
    ...own,
    { key: "up", label: `Move ${kind} up`, onSelect: () => actions.step(id, -1) },
    { key: "down", label: `Move ${kind} down`, onSelect: () => actions.step(id, 1) },
    { key: "copy", label: `Duplicate ${kind}`, onSelect: () => actions.duplicate(part) },
    { key: "delete", label: `Delete ${kind}`, danger: true, onSelect: () => actions.remove(part) },
  ];
}
