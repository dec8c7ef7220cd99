import { Button } from "../../../_parts/Button.tsx";
import { PlansLink } from "../../../_parts/PlansLink.tsx";
import { type LeadActions, leadCount } from "./useLeadActions.ts";

/** Says what was deleted, and brings it back. It stays until somebody has seen it. */
export function LeadUndoBar({ actions }: { actions: LeadActions }) {
  const { acting, deletion, undoing, work, dismiss } = actions;
  // While more is being deleted nobody knows what there is to bring back; and how far the undoing is stands above.
  if (deletion === null || acting.running || work !== null) return null;
  return (
    <section className="selection-bar" aria-label="Deleted leads">
      <p role="status">
        {undoing.message === "" ? `${leadCount(deletion.count)} deleted.` : undoing.message}{" "}
        {undoing.code === "plan_limit" ? <PlansLink /> : null}
      </p>
      <div className="actions">
        <Button variant="quiet" onClick={dismiss}>
          Dismiss
        </Button>
        <Button disabled={undoing.running || actions.saving.running} onClick={() => undoing.run()}>
          {undoing.running ? "Bringing them back…" : "Undo"}
        </Button>
      </div>
    </section>
  );
}
