import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { doneOf, type Watched } from "../realtime/useRealtime.ts";

/** A campaign as it was asked for, brought up to date by what the socket said since. The further one of the two counts. */
export function withProgress(campaign: Campaign, watched: Watched | undefined): Campaign {
  if (watched === undefined) return campaign;
  const { progress } = watched;
  const { sent, failed, uncertain, skipped } = campaign.counts;
  if (doneOf(progress) + progress.skipped < sent + failed + uncertain + skipped) return campaign;
  return {
    ...campaign,
    state: progress.state,
    waiting: progress.waiting,
    waitingCause: progress.waitingCause,
    nextAt: progress.nextAt,
    ...(progress.doneAt === undefined ? {} : { doneAt: progress.doneAt }),
    recipients: progress.total,
    counts: {
      // The socket counts those that are on their way among the queued.
      queued: progress.queued,
      sending: 0,
      deferred: progress.deferred,
      sent: progress.success,
      failed: progress.failed,
      uncertain: progress.uncertain,
      skipped: progress.skipped,
    },
  };
}
