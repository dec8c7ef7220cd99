import type { Collection } from "../../../../contract/schemas/lead.ts";
import { collectionTexts } from "../../../../contract/texts/workspace/collections.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** All, each collection with its count, and a button for one more. The one that is shown is pressed and has a menu. */
export function CollectionChips({
  onAdd,
  onChange,
}: {
  onAdd: () => void;
  onChange: (kind: "rename" | "merge" | "deleteCollection", collection: Collection) => void;
}) {
  const texts = useTexts(collectionTexts);
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const chips = [
    { name: "all", label: texts.all, count: leads.totalOfAll },
    ...(collections.value ?? []).map(({ name, count }) => ({ name, label: name, count })),
  ];
  const shown = collections.value?.find(({ name }) => name === leads.collection);
  const others = (collections.value?.length ?? 0) > 1;
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">{texts.title}</legend>
      {chips.map(({ name, label, count }) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-pressed={leads.collection === name}
          onClick={() => leads.choose(name)}
        >
          {label}
          <span className="chip-count">{count?.toLocaleString("en") ?? "–"}</span>
        </button>
      ))}
      <button type="button" className="chip" aria-label={texts.add} onClick={onAdd}>
        +
      </button>
      {shown === undefined ? null : (
        <Menu
          variant="quiet"
          shape="icon"
          aria-label={texts.change(shown.name)}
          items={[
            { key: "rename", label: texts.menu.rename, onSelect: () => onChange("rename", shown) },
            ...(others
              ? [{ key: "merge", label: texts.menu.merge, onSelect: () => onChange("merge", shown) }]
              : []),
            {
              key: "delete",
              label: texts.menu.delete,
              danger: true,
              onSelect: () => onChange("deleteCollection", shown),
            },
          ]}
        >
          <Icon
            size={16}
            path="M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z"
          />
        </Menu>
      )}
    </fieldset>
  );
}
