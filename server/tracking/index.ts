/** What other domains ask of tracking. */
export { storeLinks } from "./countedLinks.ts";
export { createTrackingService, type TrackingService } from "./tracking.ts";
