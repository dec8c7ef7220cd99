import { useEffect, useRef, useState } from "react";
import type { CampaignPlan } from "../../../../contract/schemas/campaignPlan.ts";
import { composingTexts } from "../../../../contract/texts/workspace/composing.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useMedia } from "../../../_data/useMedia.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { takeArrival } from "../takeArrival.ts";
import { WithPlanWords } from "../WithPlanWords.tsx";
import { goToComposing } from "./address.ts";
import { ComposingHead } from "./ComposingHead.tsx";
import { composingQuestions } from "./draft/questions.ts";
import {
  type Composing,
  ComposingContext,
  type MailPlace,
  type PartName,
  useDraft,
} from "./draft/useDraft.ts";
import { useLeaveGuard } from "./draft/useLeaveGuard.tsx";
import { Parts } from "./Parts.tsx";
import { Holding } from "./review/Holding.tsx";
import { LeadPreview } from "./review/LeadPreview.tsx";
import { MailEditor } from "./what/MailEditor.tsx";
import { shownSteps } from "./what/steps.ts";

/** The page on which a campaign is composed: audience, contents, accounts and times, and a review. */
export default function Composer({ id, variantId }: { id: string; variantId: string | null }) {
  const texts = useTexts(composingTexts);
  const loaded = useLoad(composingQuestions.plan(id));
  const { showTab } = useWorkspace();
  // The page keeps its own state up to date; loading again must not replace it with an older one.
  const first = useRef<CampaignPlan | undefined>(undefined);
  first.current ??= loaded.value;
  return (
    <WithPlanWords>
      {loaded.state === "failed" && first.current === undefined ? (
        <p>
          <Button onClick={() => showTab("campaigns")}>{texts.back}</Button>
        </p>
      ) : null}
      <WhenLoaded what={texts.this} loaded={{ ...loaded, value: first.current }} rows={8}>
        {(plan) => <Page plan={plan} variantId={variantId} />}
      </WhenLoaded>
    </WithPlanWords>
  );
}

function Page({ plan: first, variantId }: { plan: CampaignPlan; variantId: string | null }) {
  const texts = useTexts(composingTexts);
  const { draft, saver, isGone } = useDraft(first);
  const { plan } = draft;
  const variants = shownSteps(plan).flatMap((step) => step.variants);
  const [chosen, showMail] = useState(variants[0]?.id ?? "");
  const shownMail = variants.some(({ id }) => id === chosen) ? chosen : (variants[0]?.id ?? "");
  const [open, setOpen] = useState<PartName | null>(() => firstOpen(plan));
  /** The mail at whose own address it is shown among the parts, because nobody is still to get it. */
  const [onlyRead, setOnlyRead] = useState<string | null>(null);
  const wide = useMedia("(width >= 73.75rem)");
  // Once the part that was navigated to can take the focus.
  const [jump, setJump] = useState<Jump | null>(null);
  useEffect(() => {
    if (jump !== null) jumpTo(jump);
  }, [jump]);
  const show: Composing["show"] = (part, mail, at = "line") => {
    if (mail) showMail(mail);
    setOpen(part);
    setJump({ part, variantId: mail ?? null, at });
    if (variantId !== null) goToComposing(plan._id);
  };
  const isFixed = plan.state !== "draft";
  const isClosed = isFixed && plan.state !== "running" && plan.state !== "paused";
  const composing: Composing = { draft, saver, isFixed, isClosed, isGone, show, shownMail, showMail };
  const leaving = useLeaveGuard({ draft, saver });
  const isWriting =
    variantId !== null && variantId !== onlyRead && variants.some(({ id }) => id === variantId);
  const showToRead = (mail: string) => {
    setOnlyRead(mail);
    showMail(mail);
    setOpen("what");
    setJump({ part: "what", variantId: mail, at: "line" });
  };

  return (
    <ComposingContext value={composing}>
      {isWriting ? (
        <MailEditor
          key={`${variantId} ${draft.session}`}
          variantId={variantId}
          onOnlyRead={() => showToRead(variantId)}
        />
      ) : (
        <div className="composing" key={draft.session}>
          <section
            ref={takeArrival}
            className="composing-main"
            aria-label={plan.name || texts.unnamed}
            tabIndex={-1}
          >
            <ComposingHead />
            <Holding />
            <Parts open={open} onOpen={setOpen} withPreview={!wide} />
          </section>
          {wide ? (
            <aside className="composing-aside">
              <LeadPreview />
            </aside>
          ) : null}
        </div>
      )}
      {leaving}
    </ComposingContext>
  );
}

/** The part to open first: the first incomplete one of a draft. A campaign that has begun is shown as a whole. */
function firstOpen({ state, audience, steps, accounts, mails }: CampaignPlan): PartName | null {
  if (state !== "draft") return null;
  const { everyone, collections, segments, leads: picked, after } = audience;
  if (!everyone && collections.length + segments.length + picked.length === 0 && after === null)
    return "whom";
  const written = (id: string) =>
    mails.some((mail) => mail.variantId === id && mail.subject && mail.bytes > 0);
  if (!steps.every((step) => step.variants.every(({ id }) => written(id)))) return "what";
  return accounts.length === 0 ? "when" : "review";
}

type Jump = { part: PartName; variantId: string | null; at: MailPlace };

/** To the part, or to the mail in it, once it is there. */
function jumpTo({ part, variantId, at }: Jump): void {
  requestAnimationFrame(() => {
    const mail = variantId === null ? null : document.getElementById(`mail-${variantId}`);
    const place = mail ?? document.getElementById(`part-${part}`);
    place?.scrollIntoView?.({ block: "start" });
    const field =
      mail?.querySelector<HTMLElement>(at === "content" ? ".mail-content button" : "input") ??
      place?.querySelector<HTMLElement>("button");
    field?.focus({ preventScroll: true });
  });
}
