import { composingTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { useComposing } from "./useDraft.ts";

/** Tells unobtrusively that everything is saved, and clearly if it is not, with ways to resolve that. */
export function SaveLine() {
  const texts = useTexts(composingTexts);
  const { draft, saver } = useComposing();
  const mending = useAction(async (way: "mine" | "theirs") =>
    way === "mine" ? saver.keepMine() : saver.takeTheirs(),
  );
  return (
    <>
      <span className="composing-saved" role="status" data-state={draft.save}>
        {texts.save[draft.save]}
      </span>
      {draft.save === "clash" ? (
        <Notice status="failed">
          <p>{mending.message || draft.message}</p>
          <Button aria-disabled={mending.running} onClick={() => mending.run("theirs")}>
            {texts.clash.theirs}
          </Button>
          <Button variant="danger" aria-disabled={mending.running} onClick={() => mending.run("mine")}>
            {texts.clash.mine}
          </Button>
        </Notice>
      ) : null}
      {draft.save === "failed" || draft.save === "refused" ? (
        <Notice status="failed">
          <p>{draft.save === "failed" ? texts.notSaved(draft.message) : draft.message}</p>
          {draft.save === "refused" ? (
            <Button aria-disabled={mending.running} onClick={() => mending.run("theirs")}>
              {texts.dropChange}
            </Button>
          ) : null}
          <Button onClick={() => void saver.save()}>{texts.saveAgain}</Button>
        </Notice>
      ) : null}
    </>
  );
}
