import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { Progress } from "../../_parts/Progress.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { type LeadActions, leadCount } from "./useLeadActions.ts";

/** Asks before everything that matches is deleted: most of it is not on screen. */
export function DeleteLeads({ actions, onDone }: { actions: LeadActions; onDone: () => void }) {
  const { leads } = useWorkspace();
  const { acting } = actions;
  const remove = async () => {
    if (await acting.run({ action: "delete", which: { matching: leads.matching } })) onDone();
  };
  return (
    <>
      <p>
        Delete all <strong>{leadCount(leads.page.value?.total ?? 0)}</strong>
        {leads.isNarrowed ? " that were found" : ""}
        {leads.collection === "all" ? "" : ` in ${leads.collection}`}? It can be undone for ten minutes.
        Opt-outs are remembered.
      </p>
      {acting.running ? <Progress label="Deleting…" max={1} /> : null}
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
