import { composingTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { addressOf } from "../../../shell/address.ts";
import { useComposing } from "./useDraft.ts";

/** Tells unobtrusively that everything is saved, and clearly if it is not, with ways to resolve that. */
export function SaveLine() {
  const texts = useTexts(composingTexts);
  const { draft, saver, isGone } = useComposing();
  const mending = useAction(async (way: "mine" | "theirs") =>
    way === "mine" ? saver.keepMine() : saver.takeTheirs(),
  );
  if (isGone) return <Gone id={draft.plan._id} />;
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

/** Nothing can be saved any more, so there is nothing else to say; whoever wants it goes on with it. */
function Gone({ id }: { id: string }) {
  const texts = useTexts(composingTexts);
  const restoring = useAction(() =>
    browserClient("POST /amplify/campaigns/{id}/restore", { params: { id } }),
  );
  return (
    <Notice status="uncertain">
      <p>{restoring.message || texts.gone.text}</p>
      <Button aria-disabled={restoring.running} onClick={() => restoring.run()}>
        {texts.gone.restore}
      </Button>
      <a href={addressOf("campaigns")}>{texts.back}</a>
    </Notice>
  );
}
