import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** All, each collection with its count, and a button for one more. The one that is shown is pressed. */
export function CollectionChips({ onAdd }: { onAdd: () => void }) {
  const { collections, leads } = useWorkspace();
  const chips = [
    { name: "all", label: "All", count: leads.totalOfAll },
    ...(collections.value ?? []).map(({ name, count }) => ({ name, label: name, count })),
  ];
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">Collections</legend>
      {chips.map(({ name, label, count }) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-pressed={leads.collection === name}
          onClick={() => leads.choose(name)}
        >
          {label}
          <span className="chip-count">{count ?? "–"}</span>
        </button>
      ))}
      <button type="button" className="chip" aria-label="Add a collection" onClick={onAdd}>
        +
      </button>
    </fieldset>
  );
}
