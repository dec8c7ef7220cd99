import { limits } from "../../../contract/limits.ts";
import type { Progress } from "../../../contract/messages.ts";

/** The newest addresses that failed, folded away; the Campaigns tab has them all with the server's replies. */
export function FailedAddresses({ progress }: { progress: Progress }) {
  if (progress.failedEmails.length === 0) return null;
  const shown = progress.failedEmails.slice(-limits.screen.addressesShown);
  const more = progress.failed - shown.length;
  return (
    <details className="failed-addresses">
      <summary>{progress.failed === 1 ? "1 address failed" : `${progress.failed} addresses failed`}</summary>
      <p>
        {shown.join(", ")}
        {more > 0 ? ` and ${more} more, in Campaigns` : ""}
      </p>
    </details>
  );
}
