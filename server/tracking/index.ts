/** What other domains ask of tracking. */
export { countedLinks, storeLinks } from "./countedLinks.ts";
export { createReturnLetters } from "./returns.ts";
export { createTrackingService, type TrackingService } from "./tracking.ts";
