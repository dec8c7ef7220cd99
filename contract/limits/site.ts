import { kib } from "./units.ts";

export const siteLimits = {
  /** HTML below this gains nothing by being compressed: it fits into one packet as it is. */
  compressFromBytes: 1 * kib,
  /** What an installation may put on its front page. */
  statisticsMax: 4,
  statisticMax: 40,
  testimonialsMax: 12,
  quoteMax: 600,
  quotedNameMax: 80,
} as const;
