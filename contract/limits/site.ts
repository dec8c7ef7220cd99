import { kib } from "./units.ts";

export const siteLimits = {
  /** HTML below this gains nothing by being compressed: it fits into one packet as it is. */
  compressFromBytes: 1 * kib,
  /**
   * Public pages kept as they are sent, by path, theme, plan and encoding: some 430, of 15 kB at most; the 36 of the
   * API's reference have 42 kB, and 550 as they are.
   */
  formsKept: 1_000,
  /** A longer Accept-Encoding is read each time. */
  encodingsChars: 100,
  /** What an installation may put on its front page. */
  statisticsMax: 4,
  statisticMax: 40,
  testimonialsMax: 12,
  quoteMax: 600,
  quotedNameMax: 80,
} as const;
