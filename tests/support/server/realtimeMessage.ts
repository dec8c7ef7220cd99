import type { Progress, RealtimeMessage } from "../../../contract/realtime/messages.ts";

/** A socket message with believable values; name those that matter. */
export function message(changes: Partial<Progress>): RealtimeMessage {
  return {
    message: "",
    data: {
      target: "email",
      total: 10,
      success: 0,
      failed: 0,
      failedEmails: [],
      running: true,
      root: "email",
      campaignId: "c1",
      seq: 1,
      state: "running",
      subject: "Spring news",
      queued: 10,
      deferred: 0,
      skipped: 0,
      uncertain: 0,
      waiting: null,
      waitingCause: null,
      nextAt: null,
      ...changes,
    },
  };
}
