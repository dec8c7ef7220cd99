import { screenLimits } from "../../../../contract/limits/screen.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { choiceOf, type LeadActions, leadCount } from "./useLeadActions.ts";
import { pickedCount, type SelectionActions } from "./useSelection.ts";

/** Asks before everything that matches is deleted: most of it is not on screen. */
export function DeleteLeads({
  picked: { selection },
  actions,
  onDone,
}: {
  picked: SelectionActions;
  actions: LeadActions;
  onDone: () => void;
}) {
  const { leads } = useWorkspace();
  const { acting } = actions;
  const leftOut = selection.kind === "everyone" ? selection.except.size : 0;
  const count = pickedCount(selection, leads.page.value?.total ?? 0);
  const remove = async () => {
    const deleting = acting.run({ action: "delete", which: choiceOf(selection, leads) });
    // What takes long goes on below the list, where it can be stopped; nobody has to wait in front of a dialog.
    if (count > screenLimits.actionStep || (await deleting)) onDone();
  };
  return (
    <>
      <p>
        Delete {leftOut === 0 ? "all " : ""}
        <strong>{leadCount(count)}</strong>
        {leads.isNarrowed ? " that were found" : ""}
        {leads.collection === "all" ? "" : ` in ${leads.collection}`}
        {leftOut === 0 ? "" : `, all but ${leftOut.toLocaleString("en")}`}? It can be undone for ten minutes.
        Opt-outs are remembered.
      </p>
      {acting.running ? <ProgressBar label="Deleting…" max={1} /> : null}
      {acting.message === "" ? null : <Notice status="failed">{acting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="danger" disabled={acting.running} onClick={remove}>
          Delete
        </Button>
      </div>
    </>
  );
}
