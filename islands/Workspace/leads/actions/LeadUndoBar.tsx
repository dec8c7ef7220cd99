import { leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { PlansLink } from "../../../_parts/PlansLink.tsx";
import type { LeadActions } from "./useLeadActions.ts";

/** Says what was deleted, with a button that restores it. It stays until it is dismissed. */
export function LeadUndoBar({ actions }: { actions: LeadActions }) {
  const texts = useTexts(leadTexts);
  const { acting, deletion, undoing, work, dismiss } = actions;
  // Hidden while deleting is in progress, and while restoring, whose progress is shown above.
  if (deletion === null || acting.running || work !== null) return null;
  return (
    <section className="selection-bar" aria-label={texts.deletion.bar}>
      <p role="status">
        {undoing.message === "" ? texts.done.deleted(deletion.count) : undoing.message}{" "}
        {undoing.code === "plan_limit" ? <PlansLink /> : null}
      </p>
      <div className="actions">
        <Button variant="quiet" onClick={dismiss}>
          {texts.dismiss}
        </Button>
        <Button aria-disabled={undoing.running || actions.saving.running} onClick={() => undoing.run()}>
          {undoing.running ? texts.deletion.bringingBack : texts.deletion.undo}
        </Button>
      </div>
    </section>
  );
}
