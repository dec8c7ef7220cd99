import { useLayoutEffect, useRef, useState } from "react";
import type { Collection } from "../../../../contract/schemas/lead.ts";
import { collectionTexts } from "../../../../contract/texts/workspace/collections.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { FailedState } from "../../../_parts/FailedState.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { Toolbar } from "../../../_parts/Toolbar.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

type Change = (kind: "rename" | "merge" | "deleteCollection", collection: Collection) => void;

type ChipsProps = { onAdd: () => void; onChange: Change };

/** The chips; and that some are missing, where the leads could be loaded and the collections could not. */
export function CollectionChips(props: ChipsProps) {
  const texts = useTexts(collectionTexts);
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const isMissing = collections.state === "failed" && collections.value === undefined;
  return (
    <>
      <Chips {...props} />
      {isMissing && leads.page.state === "done" ? (
        <FailedState what={texts.yours} loaded={collections} />
      ) : null}
    </>
  );
}

/**
 * All, each collection with its count, and a button for one more, in a single row. Those that have no room stand in a
 * menu; the one that is shown is pressed, always in sight, and has a menu of its own on it.
 */
function Chips({ onAdd, onChange }: ChipsProps) {
  const texts = useTexts(collectionTexts);
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  // Chosen from the menu, it goes to the front, and stays there while another one is chosen.
  const [front, setFront] = useState("");
  const all = [
    { name: "all", label: texts.all, count: leads.totalOfAll },
    ...(collections.value ?? []).map(({ name, count }) => ({ name, label: name, count })),
  ];
  const chips = all.toSorted((one, other) => rankOf(one.name, front) - rankOf(other.name, front));
  const { row, seen } = useSeen(chips.map(({ name, count }) => `${name} ${count}`).join("\n"));
  const hidden = chips.slice(seen);
  const isShownHidden = hidden.some(({ name }) => name === leads.collection);
  if (isShownHidden && front !== leads.collection) setFront(leads.collection);
  const shown = collections.value?.find(({ name }) => name === leads.collection);

  return (
    <Toolbar className="chips" aria-label={texts.title}>
      <div ref={row} className="chip-row">
        {chips.map(({ name, label, count }, index) => (
          <span key={name} className="chip-place" inert={index >= seen}>
            <button
              type="button"
              className="chip"
              aria-pressed={leads.collection === name}
              onClick={() => leads.choose(name)}
            >
              <span className="chip-name">{label}</span>
              <span className="chip-count">{count?.toLocaleString("en") ?? "–"}</span>
            </button>
            {name === shown?.name ? (
              <ChipMenu shown={shown} canMerge={all.length > 2} onChange={onChange} />
            ) : null}
          </span>
        ))}
      </div>
      {hidden.length === 0 ? null : (
        <Menu
          className="chip chip-more"
          aria-label={texts.more(hidden.length)}
          items={hidden.map(({ name, label, count }) => ({
            key: name,
            label: `${label} (${count?.toLocaleString("en") ?? "–"})`,
            onSelect: () => {
              setFront(name);
              leads.choose(name);
            },
          }))}
        >
          +{hidden.length}
        </Menu>
      )}
      <button type="button" className="chip" aria-label={texts.add} onClick={onAdd}>
        +
      </button>
    </Toolbar>
  );
}

function rankOf(name: string, front: string): number {
  return name === "all" ? 0 : name === front ? 1 : 2;
}

function ChipMenu({ shown, canMerge, onChange }: { shown: Collection; canMerge: boolean; onChange: Change }) {
  const texts = useTexts(collectionTexts);
  return (
    <Menu
      variant="quiet"
      shape="icon"
      className="chip-menu"
      aria-label={texts.change(shown.name)}
      items={[
        { key: "rename", label: texts.menu.rename, onSelect: () => onChange("rename", shown) },
        ...(canMerge
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
      <Icon size={14} path="M6 9l6 6 6-6" />
    </Menu>
  );
}

/** How many of a row's things have room in its first line: the others wrap to where nobody sees them. */
function useSeen(what: string) {
  const row = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other things take other room.
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const look = () => {
      const tops = [...element.children].map((child) => (child as HTMLElement).offsetTop);
      const first = tops.findIndex((top) => top > (tops[0] ?? 0));
      setSeen(first === -1 ? Number.POSITIVE_INFINITY : first);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [what]);
  return { row, seen };
}
