/** What has become of one mail to one lead, in a word. */
export const deliveryStates = {
  queued: "queued",
  sending: "sending",
  deferred: "deferred",
  sent: "sent",
  failed: "failed",
  uncertain: "uncertain",
  skipped: "skipped",
};
