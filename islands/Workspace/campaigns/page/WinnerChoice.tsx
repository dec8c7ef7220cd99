import { useId } from "react";
import { variantLetter } from "../../../../contract/campaigns/variantLetter.ts";
import { winnerAsks } from "../../../../contract/campaigns/winnerAsks.ts";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { Campaign, CampaignPart } from "../../../../contract/schemas/campaign.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { watched } from "../questions.ts";
import { isEnded } from "../steering/actions.ts";

/** Reasons of what waits for the better variant. */
export const testWaits: readonly string[] = ["awaiting_winner", ...winnerAsks];

/** While leads wait for the better variant: the results of each so far, and buttons to choose one. */
export function WinnerChoice({ campaign }: { campaign: Campaign }) {
  const parts = useLoad(watched.parts(campaign._id));
  const waiting = (parts.value ?? []).filter(
    ({ variantId, waitingCause }) =>
      variantId === null && waitingCause !== null && testWaits.includes(waitingCause.code),
  );
  if (isEnded(campaign)) return null;
  return [...Map.groupBy(waiting, ({ stepId }) => stepId)].map(([stepId, rest]) =>
    stepId === null ? null : (
      <Choice
        key={stepId}
        campaign={campaign}
        rest={rest}
        variants={(parts.value ?? []).filter((part) => part.stepId === stepId && part.variantId !== null)}
      />
    ),
  );
}

function Choice({
  campaign,
  rest,
  variants,
}: {
  campaign: Campaign;
  rest: readonly CampaignPart[];
  variants: readonly CampaignPart[];
}) {
  const { winner } = useTexts(watchingTexts);
  const words = useWords();
  const titleId = useId();
  const { announce } = useWorkspace();
  const choosing = useAction(async (variantId: string, name: string) => {
    await browserClient("POST /amplify/campaigns/{id}/winner", {
      params: { id: campaign._id },
      body: { stepId: rest[0]?.stepId ?? "", variantId },
    });
    announce("sent", winner.chosen(name));
    // What was pressed goes with the choice.
    document.querySelector<HTMLElement>(".campaign-page [role=tab][aria-selected=true]")?.focus();
  });
  const left = rest.reduce((sum, { counts }) => sum + counts.queued + counts.deferred, 0);
  const [first] = rest;
  // Their letters are those that they were written under, whichever part was made first.
  const plan = useLoad(watched.plan(campaign._id));
  const order = plan.value?.steps.find(({ id }) => id === first?.stepId)?.variants.map(({ id }) => id) ?? [];
  const named = [...Map.groupBy(variants, ({ variantId }) => variantId ?? "")]
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([variantId, ofVariant], index) => ({
      variantId,
      ofVariant,
      name: winner.variant(variantLetter(index)),
    }));
  return (
    <section className="winner" aria-labelledby={titleId}>
      <h3 id={titleId}>{winner.title}</h3>
      {first === undefined ? null : <p>{words(first.waitingCause, first.waiting)}</p>}
      <p>{winner.rest(left)}</p>
      <ul>
        {named.map(({ variantId, ofVariant, name }) => (
          <li key={variantId}>
            <strong>{name}</strong>
            <span>{winner.of(withFallbacks(ofVariant[0]?.subject ?? ""))}</span>
            <span className="muted">{winner.figures(figuresOf(ofVariant))}</span>
            <Button
              aria-disabled={choosing.running}
              aria-label={winner.chooseOf(name)}
              onClick={() => void choosing.run(variantId, name)}
            >
              {winner.choose}
            </Button>
          </li>
        ))}
      </ul>
      {choosing.message === "" ? null : (
        <p className="field-error" role="alert">
          {choosing.message}
        </p>
      )}
    </section>
  );
}

function figuresOf(parts: readonly CampaignPart[]) {
  const sum = (of: (part: CampaignPart) => number) => parts.reduce((before, part) => before + of(part), 0);
  return {
    sent: sum(({ counts }) => counts.sent),
    opened: sum(({ opened }) => opened),
    clicked: sum(({ clicked }) => clicked),
  };
}
