import { type LeadTexts, leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { PlansLink } from "../../../_parts/PlansLink.tsx";
import type { Deletion } from "./useDeletion.ts";
import { useFocusAfterBar } from "./useFocusAfterBar.ts";
import type { LeadActions } from "./useLeadActions.ts";

/** Says what was deleted, with a button that restores it. It stays until it is dismissed. */
export function LeadUndoBar({ actions }: { actions: LeadActions }) {
  const texts = useTexts(leadTexts);
  const { acting, deletion, undoing, work } = actions;
  // Hidden while deleting is in progress, and while restoring, whose progress is shown above.
  const isShown = deletion !== null && !acting.running && work === null;
  const said = isShown ? undoing.message || deletedText(deletion, texts) : "";
  return (
    <>
      {isShown ? <Bar actions={actions} said={said} /> : null}
      {/* Rendered from the beginning, because screen readers only announce changes of existing live regions. */}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

function deletedText({ count, isLost }: Deletion, { done }: LeadTexts): string {
  return isLost ? done.deletedAtLeast(count) : done.deleted(count);
}

function Bar({ actions, said }: { actions: LeadActions; said: string }) {
  const texts = useTexts(leadTexts);
  const { undoing, dismiss } = actions;
  const bar = useFocusAfterBar();
  return (
    <section ref={bar} className="selection-bar" aria-label={texts.deletion.bar}>
      <p>
        {said} {undoing.code === "plan_limit" ? <PlansLink /> : null}
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
