import { sendLimits } from "../../../contract/limits/sending.ts";
import type { SendPlan } from "../../../contract/schemas/preflight.ts";
import { leftOut } from "../../../contract/sending/skipped.ts";
import { skippedTexts } from "../../../contract/texts/skipped.ts";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import type { Loaded } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";

/** What a send would come to, before it is sent: who is left out and why, how long it takes, what to look at. */
export function PlanView({ plan }: { plan: Loaded<SendPlan | null> }) {
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
  const left = leftOut(skipped, { namedMax: sendLimits.skippedNamed, words, texts: skipping });
  return (
    <div className="send-plan" aria-busy={plan.refreshing}>
      {left.optedOut === "" ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and must do so by keyboard too.
        <div className="notice opted-out" data-status="uncertain" role="alert" tabIndex={0}>
          {left.optedOut}
        </div>
      )}
      {left.others.map(({ why, count, emails }) => (
        <details key={why}>
          <summary>{texts.plan.skipped({ count, why })}</summary>
          <ul className="left-out-emails">
            {emails.map((email) => (
              <li key={email}>{email}</li>
            ))}
            {count > emails.length ? <li>{texts.plan.more(count - emails.length)}</li> : null}
          </ul>
        </details>
      ))}
      {warnings.length === 0 ? null : (
        <div className="notice" data-status="uncertain" role="status">
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

function ForecastLine({ plan: { recipients, leftToday, lastMailAt } }: { plan: SendPlan }) {
  const texts = useTexts(sendTexts);
  if (lastMailAt === null) return null;
  const when = new Date(lastMailAt).toLocaleString(undefined, {
    weekday: "long",
    hour: "numeric",
    minute: "2-digit",
  });
  const today = leftToday !== null && leftToday < recipients ? texts.plan.leftToday(leftToday) : "";
  return <p className="muted">{texts.plan.lastAt({ today, when })}</p>;
}
