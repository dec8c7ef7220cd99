import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { Status } from "../../_parts/Notice.tsx";

/** The colour in which each state of a mail is shown; undefined for none. */
export const deliveryStatus: Record<DeliveryState, Status | undefined> = {
  queued: "waiting",
  sending: "waiting",
  deferred: "waiting",
  sent: "sent",
  failed: "failed",
  uncertain: "uncertain",
  skipped: undefined,
};
