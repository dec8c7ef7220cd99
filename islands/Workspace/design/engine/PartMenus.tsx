import { memo } from "react";
import { Menu, type MenuItem } from "../../../_parts/Menu.tsx";
import type { Selection } from "./selection.ts";
import type { SettingsDeeds } from "./settings/settingsProps.ts";

/** What can be done to the selected block and to its row, at hand wherever the settings are. */
export const PartMenus = memo(function PartMenus({
  selection,
  rowId,
  deeds,
}: {
  selection: Selection;
  rowId: string | null;
  deeds: SettingsDeeds;
}) {
  const blockId = selection.kind === "block" ? selection.id : null;
  return (
    <>
      <Menu
        disabled={blockId === null}
        items={blockId === null ? [] : itemsOf({ kind: "block", id: blockId }, deeds)}
      >
        Block
      </Menu>
      <Menu
        disabled={rowId === null}
        items={rowId === null ? [] : itemsOf({ kind: "row", id: rowId }, deeds)}
      >
        Row
      </Menu>
    </>
  );
});

function itemsOf(part: Selection, deeds: SettingsDeeds): MenuItem[] {
  const { kind, id } = part;
  const own: MenuItem[] =
    kind === "block"
      ? [{ key: "edit", label: "Edit block", onSelect: () => deeds.edit(id) }]
      : [{ key: "settings", label: "Row settings", onSelect: () => deeds.select(part) }];
  return [
    ...own,
    { key: "up", label: `Move ${kind} up`, onSelect: () => deeds.step(id, -1) },
    { key: "down", label: `Move ${kind} down`, onSelect: () => deeds.step(id, 1) },
    { key: "copy", label: `Duplicate ${kind}`, onSelect: () => deeds.duplicate(part) },
    { key: "delete", label: `Delete ${kind}`, danger: true, onSelect: () => deeds.remove(part) },
  ];
}
