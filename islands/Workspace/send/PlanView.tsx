import { sendLimits } from "../../../contract/limits/sending.ts";
import type { SendPlan } from "../../../contract/schemas/preflight.ts";
import { splitSkipped } from "../../../contract/sending/skipped.ts";
import { skippedTexts } from "../../../contract/texts/skipped.ts";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { momentsHere } from "../../_data/momentsHere.ts";
import type { Loaded } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { PlanEnd } from "../../_parts/PlanEnd.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import type { Selection } from "../leads/actions/useSelection.ts";
import { MayBeOld } from "../segments/MayBeOld.tsx";
import { AllLeftOut } from "./AllLeftOut.tsx";

/** The plan of a send before it starts: who is left out and why, how long it takes, and warnings. */
export function PlanView({ plan, selection }: { plan: Loaded<SendPlan | null>; selection: Selection }) {
  const texts = useTexts(sendTexts);
  const words = useWords();
  const skipping = useTexts(skippedTexts);
  if (plan.state === "failed")
    return (
      <Notice status="failed">
        {plan.message} <Button onClick={plan.reload}>{texts.plan.checkAgain}</Button>
      </Notice>
    );
  if (plan.state === "loading") return <SkeletonRows rows={2} />;
  if (!plan.value) return null;
  const { skipped, warnings } = plan.value;
  const { named, more, optedOut, others } = splitSkipped(skipped, sendLimits.skippedNamed);
  const overPlan = skipped.find(({ cause }) => cause?.code === "over_plan");
  return (
    <div className="send-plan" aria-busy={plan.refreshing}>
      <MayBeOld loaded={plan}>{texts.plan.mayBeOld}</MayBeOld>
      {named.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and must do so by keyboard too.
        <div className="notice opted-out" data-status="uncertain" role="alert" tabIndex={0}>
          {skipping.optedOut({ emails: named, more })}
        </div>
      )}
      {more === 0
        ? null
        : optedOut.map((group) => <AllLeftOut key={group.cause.code} selection={selection} group={group} />)}
      {others.map((group) => (
        <details key={group.cause.code}>
          <summary>
            {texts.plan.skipped({ count: group.count, why: words(group.cause, group.reason) })}
          </summary>
          <ul className="left-out-emails">
            {group.emails.map((email) => (
              <li key={email}>{email}</li>
            ))}
          </ul>
          {group.count > group.emails.length ? <AllLeftOut selection={selection} group={group} /> : null}
        </details>
      ))}
      {overPlan === undefined ? null : <PlanEnd>{texts.plan.overPlan(overPlan.count)}</PlanEnd>}
      {warnings.length === 0 ? null : (
        <div
          id={warningsId}
          className="notice"
          data-status="uncertain"
          role="status"
          // Once it has the focus, all of it is read out.
          aria-labelledby={warningsId}
          tabIndex={-1}
        >
          <h3>{texts.plan.worthALook}</h3>
          <ul>
            {warnings.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <ForecastLine plan={plan.value} />
    </div>
  );
}

const warningsId = "send-warnings";

/** Leads to the warnings, which may be out of sight: the button that sends always is in it. */
export function GoToWarnings({ plan }: { plan: SendPlan | null }) {
  const texts = useTexts(sendTexts);
  if (!plan?.warnings.length) return null;
  return (
    <Button variant="quiet" onClick={() => document.getElementById(warningsId)?.focus()}>
      {texts.plan.worthALook}
    </Button>
  );
}

function ForecastLine({ plan: { recipients, leftToday, lastMailAt } }: { plan: SendPlan }) {
  const texts = useTexts(sendTexts);
  if (lastMailAt === null) return null;
  const when = momentsHere({ weekday: "long", hour: "numeric", minute: "2-digit" }).format(lastMailAt);
  const today = leftToday !== null && leftToday < recipients ? texts.plan.leftToday(leftToday) : "";
  return <p className="muted">{texts.plan.lastAt({ today, when })}</p>;
}
