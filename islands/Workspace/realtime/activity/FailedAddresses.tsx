import { useState } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Progress } from "../../../../contract/realtime/messages.ts";
import type { Delivery } from "../../../../contract/schemas/campaign.ts";
import { progressTexts } from "../../../../contract/texts/workspace/progress.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";

type Failure = Pick<Delivery, "email" | "reason" | "cause">;

/** The newest failed addresses, folded away, each with its reason. The Campaigns tab lists all of them. */
export function FailedAddresses({ progress }: { progress: Progress }) {
  const texts = useTexts(progressTexts);
  const [isOpen, setOpen] = useState(false);
  const { failed, failedEmails } = progress;
  if (failed === 0) return null;
  const known = failedEmails
    .slice(-screenLimits.addressesShown)
    .map((email) => ({ email, reason: null, cause: null }));
  return (
    <details className="failed-addresses" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.failed(failed)}</summary>
      {isOpen ? (
        <WithReasons progress={progress} known={known} />
      ) : (
        <Failures failures={known} failed={failed} />
      )}
    </details>
  );
}

/** Reasons are loaded when somebody opens this; what the socket sent is shown until they arrive. */
function WithReasons({ progress, known }: { progress: Progress; known: readonly Failure[] }) {
  const { campaignId, failed } = progress;
  const query = { state: "failed", pageSize: screenLimits.addressesShown } as const;
  const reasons = useLoad(queries.failures(campaignId, { failed, query }));
  return <Failures failures={reasons.value?.items ?? known} failed={failed} />;
}

function Failures({ failures, failed }: { failures: readonly Failure[]; failed: number }) {
  const texts = useTexts(progressTexts);
  const words = useWords();
  const more = failed - failures.length;
  return (
    <>
      <ul>
        {failures.map(({ email, reason, cause }) => (
          <li key={email}>
            {email}
            {reason === null ? null : <span className="muted">: {words(cause, reason)}</span>}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>{texts.moreFailed(more)}</p> : null}
    </>
  );
}
