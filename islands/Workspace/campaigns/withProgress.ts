import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { doneOf, type Watched } from "../realtime/useRealtime.ts";

/** A campaign as it was listed, brought up to date by what the socket said since. The further one of the two counts. */
export function withProgress(campaign: Campaign, watched: Watched | undefined): Campaign {
  if (watched === undefined) return campaign;
  const { progress } = watched;
  const { sent, failed, uncertain, skipped } = campaign.counts;
  if (doneOf(progress) < sent + failed + uncertain + skipped) return campaign;
  const sending = progress.total - doneOf(progress) - progress.queued - progress.deferred;
  return {
    ...campaign,
    state: progress.state,
    waiting: progress.waiting,
    counts: {
      queued: progress.queued,
      deferred: progress.deferred,
      sending: Math.max(0, sending),
      sent: progress.success,
      failed: progress.failed,
      uncertain: progress.uncertain,
      skipped: progress.skipped,
    },
  };
}
