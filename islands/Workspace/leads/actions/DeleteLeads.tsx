import { screenLimits } from "../../../../contract/limits/screen.ts";
import { leadFormTexts } from "../../../../contract/texts/workspace/leadForms.ts";
import { leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import { together } from "../../../_parts/together.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { choiceOf, type LeadActions, whichOf } from "./useLeadActions.ts";
import { pickedCount, type SelectionActions } from "./useSelection.ts";

/** Asks for confirmation before all matching leads are deleted, since most of them are not on screen. */
export function DeleteLeads({
  picked: { selection },
  actions,
  onDone,
}: {
  picked: SelectionActions;
  actions: LeadActions;
  onDone: () => void;
}) {
  const texts = useTexts(leadTexts);
  const { deletion } = useTexts(leadFormTexts);
  const { leads } = useWorkspace();
  const { acting } = actions;
  const leftOut = selection.kind === "everyone" ? selection.except.size : 0;
  const count = pickedCount(selection, leads.page.value?.total ?? 0);
  const remove = async () => {
    const deleting = acting.run({ action: "delete", which: choiceOf(selection, leads) });
    // Deleting many leads continues below the list, where it can be stopped, so that the dialog need not stay open.
    if (count > screenLimits.actionStep || (await deleting)) onDone();
  };
  return (
    <>
      <p>
        {together(
          deletion.ask({ count, leftOut, ...whichOf(leads), strong: (words) => <strong>{words}</strong> }),
        )}
      </p>
      {acting.running ? <ProgressBar label={deletion.deleting} max={1} /> : null}
      {acting.message === "" ? null : <Notice status="failed">{acting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button variant="danger" aria-disabled={acting.running} onClick={remove}>
          {texts.delete}
        </Button>
      </div>
    </>
  );
}
