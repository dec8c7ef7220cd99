import type { DeliveryState } from "../../../contract/schemas/campaign.ts";

/** Mails that are still to go and that nobody is sending. */
export const openStates: readonly DeliveryState[] = ["queued", "deferred"];
