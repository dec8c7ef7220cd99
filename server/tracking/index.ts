/** What other domains ask of tracking. */
export { campaignLinks, copiedLinks, countedLinks } from "./countedLinks.ts";
export { createReturnLetters } from "./returns.ts";
export { createTrackingService, type TrackingService } from "./tracking.ts";
