import type { LeadAction } from "../../../contract/schemas/leadActions.ts";
import { Button } from "../../_parts/Button.tsx";
import { Menu, type MenuItem } from "../../_parts/Menu.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { exportLeads } from "./exportLeads.ts";
import { choiceOf, type LeadActions, leadCount } from "./useLeadActions.ts";
import { pickedCount, type Selection, type SelectionActions } from "./useSelection.ts";

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
  const count = pickedCount(selection, total);
  const text = selectedText({ selection, count, total, leads });
  if (count === 0) return <Announced text={text} />;
  const which = choiceOf(selection, leads);
  const remove: LeadAction = { action: "delete", which };

  return (
    <>
      <section className="selection-bar" aria-label="Selected leads">
        <p>{text}</p>
        {acting.message === "" ? null : <Notice status="failed">{acting.message}</Notice>}
        <div className="actions">
          {count < total ? (
            <Button variant="quiet" onClick={picked.selectEveryone}>
              {`Select all ${total.toLocaleString("en")}${leads.isNarrowed ? " found" : ""}`}
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
          <Button variant="primary" onClick={onSend}>
            Send Email
          </Button>
        </div>
      </section>
      <Announced text={text} />
    </>
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

/** There from the beginning, as a screen reader tells only what changes in a place that it knows. */
function Announced({ text }: { text: string }) {
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  );
}

function selectedText({
  selection,
  count,
  total,
  leads,
}: {
  selection: Selection;
  count: number;
  total: number;
  leads: { collection: string; isNarrowed: boolean };
}): string {
  if (count === 0) return "";
  const place = leads.collection === "all" ? "" : ` in ${leads.collection}`;
  const where = leads.isNarrowed ? ` that were found${place}` : place;
  if (selection.kind === "some")
    return `${count.toLocaleString("en")} of ${total.toLocaleString("en")} selected`;
  if (count === total) return `All ${leadCount(count)}${where} are selected`;
  return `${count.toLocaleString("en")} of the ${leadCount(total)}${where} are selected`;
}
