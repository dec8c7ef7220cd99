import { useState } from "react";
import { limits } from "../../../contract/limits.ts";
import type { Progress } from "../../../contract/messages.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useLoad } from "../../_data/useLoad.ts";

/** The newest addresses that failed, folded away, with each one's reason; the Campaigns tab has them all. */
export function FailedAddresses({ progress }: { progress: Progress }) {
  const [isOpen, setOpen] = useState(false);
  if (progress.failed === 0) return null;
  return (
    <details className="failed-addresses" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{progress.failed === 1 ? "1 address failed" : `${progress.failed} addresses failed`}</summary>
      {isOpen ? <Reasons progress={progress} /> : null}
    </details>
  );
}

/** Asked for when somebody looks; what the socket told stands there until then, and if it cannot be had. */
function Reasons({ progress }: { progress: Progress }) {
  const { campaignId, failed, failedEmails } = progress;
  const shown = failedEmails.slice(-limits.screen.addressesShown);
  const reasons = useLoad(`${campaignId} ${failed}`, (signal) =>
    browserClient(
      "GET /amplify/campaigns/{id}/deliveries",
      { params: { id: campaignId }, query: { state: "failed", pageSize: limits.screen.addressesShown } },
      { signal },
    ),
  );
  const listed =
    reasons.value?.items.map(({ email, reason }) => ({ email, reason })) ??
    shown.map((email) => ({ email, reason: null }));
  const more = failed - listed.length;
  return (
    <>
      <ul>
        {listed.map(({ email, reason }) => (
          <li key={email}>
            {email}
            {reason === null ? null : <span className="muted">: {reason}</span>}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>{`And ${more.toLocaleString("en")} more, in Campaigns.`}</p> : null}
    </>
  );
}
