import type { Lead } from "../../../contract/schemas/lead.ts";
import { Button } from "../../_parts/Button.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import type { SelectionActions } from "./useSelection.ts";

/** Comes up from below once leads are picked, and says what can be done with them. */
export function SelectionBar({
  picked,
  onSend,
  onDelete,
}: {
  picked: SelectionActions;
  onSend: () => void;
  onDelete: (leads: readonly Lead[]) => void;
}) {
  const { leads } = useWorkspace();
  const { selection } = picked;
  const total = leads.page.value?.total ?? 0;
  const everyone = selection.kind === "everyone";
  const count = everyone ? total : selection.leads.size;
  if (count === 0) return null;
  const place = leads.collection === "all" ? "" : ` in ${leads.collection}`;

  return (
    <section className="selection-bar" aria-label="Selected leads">
      <p role="status">{everyone ? `All ${count} leads${place} are selected` : `${count} selected`}</p>
      <div className="actions">
        {!everyone && leads.search === "" && count < total ? (
          <Button variant="quiet" onClick={picked.selectEveryone}>
            Select all {total}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={picked.clear}>
          Clear
        </Button>
        {everyone ? null : (
          <Button variant="danger" onClick={() => onDelete([...selection.leads.values()])}>
            Delete
          </Button>
        )}
        <Button variant="primary" onClick={onSend}>
          Send Email
        </Button>
      </div>
    </section>
  );
}
