import type { LeadAction } from "../../../contract/schemas/leadActions.ts";
import { Button } from "../../_parts/Button.tsx";
import { Menu, type MenuItem } from "../../_parts/Menu.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { exportLeads } from "./exportLeads.ts";
import { choiceOf, type LeadActions, leadCount } from "./useLeadActions.ts";
import type { SelectionActions } from "./useSelection.ts";

/** Comes up from below once leads are picked, and says what can be done with them. */
export function SelectionBar({
  picked,
  acting,
  onSend,
  onAddTo,
  onDeleteAll,
}: {
  picked: SelectionActions;
  acting: LeadActions["acting"];
  onSend: () => void;
  onAddTo: () => void;
  onDeleteAll: () => void;
}) {
  const { leads } = useWorkspace();
  const { selection } = picked;
  const total = leads.page.value?.total ?? 0;
  const everyone = selection.kind === "everyone";
  const count = everyone ? total : selection.leads.size;
  if (count === 0) return null;
  const which = choiceOf(selection, leads);
  const remove: LeadAction = { action: "delete", which };

  return (
    <section className="selection-bar" aria-label="Selected leads">
      <p role="status">{acting.message || selectedText({ everyone, count, leads })}</p>
      <div className="actions">
        {!everyone && count < total ? (
          <Button variant="quiet" onClick={picked.selectEveryone}>
            Select all {total.toLocaleString("en")}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={picked.clear}>
          Clear
        </Button>
        <MoreActions which={which} acting={acting} onAddTo={onAddTo} />
        <Button
          variant="danger"
          disabled={acting.running}
          // What is seen is deleted at once and brought back by a press; what is not seen is asked about first.
          onClick={() => (everyone ? onDeleteAll() : acting.run(remove))}
        >
          Delete
        </Button>
        {everyone && leads.isNarrowed ? null : (
          <Button variant="primary" onClick={onSend}>
            Send Email
          </Button>
        )}
      </div>
    </section>
  );
}

function MoreActions({
  which,
  acting,
  onAddTo,
}: {
  which: LeadAction["which"];
  acting: LeadActions["acting"];
  onAddTo: () => void;
}) {
  const { leads, announce } = useWorkspace();
  const { collection } = leads;
  const save = (format: "csv" | "xlsx") => () =>
    exportLeads({ which, format }).catch((error: unknown) =>
      announce("failed", error instanceof Error ? error.message : String(error)),
    );
  const items: MenuItem[] = [
    { key: "addTo", label: "Add to a collection…", onSelect: onAddTo },
    ...(collection === "all"
      ? []
      : [
          {
            key: "removeFrom",
            label: `Take out of ${collection}`,
            onSelect: () => void acting.run({ action: "removeFrom", collection, which }),
          },
        ]),
    { key: "optOut", label: "Opt out", onSelect: () => void acting.run({ action: "optOut", which }) },
    { key: "csv", label: "Export as CSV", onSelect: save("csv") },
    { key: "xlsx", label: "Export as XLSX", onSelect: save("xlsx") },
  ];
  return (
    <Menu items={items} disabled={acting.running}>
      {acting.running ? "Working…" : "More"}
    </Menu>
  );
}

function selectedText({
  everyone,
  count,
  leads,
}: {
  everyone: boolean;
  count: number;
  leads: { collection: string; isNarrowed: boolean };
}): string {
  if (!everyone) return `${count.toLocaleString("en")} selected`;
  const place = leads.collection === "all" ? "" : ` in ${leads.collection}`;
  return leads.isNarrowed
    ? `All ${leadCount(count)} that were found${place} are selected`
    : `All ${leadCount(count)}${place} are selected`;
}
