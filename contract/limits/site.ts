import { kib } from "./units.ts";

export const siteLimits = {
  /** HTML below this gains nothing by being compressed: it fits into one packet as it is. */
  compressFromBytes: 1 * kib,
  /** Public pages kept as they are sent: by path, theme and plan there are 200, of 50 kB in all encodings. */
  formsKept: 500,
  /** What an installation may put on its front page. */
  statisticsMax: 4,
  statisticMax: 40,
  testimonialsMax: 12,
  quoteMax: 600,
  quotedNameMax: 80,
} as const;
