import { secondMs } from "./units.ts";

/** How the composing page saves, counts and waits. */
export const composingLimits = {
  /** What is written is saved once nobody has changed anything for this long. */
  saveAfterMs: 700,
  /** When a save that failed is tried again, and how long that waits at most. */
  retryMs: 2 * secondMs,
  retryMaxMs: 30 * secondMs,
  /** The audience is counted, and a mail drawn, once nobody has changed it for this long. */
  countAfterMs: 250,
  /** How often it is looked whether the seconds of holding have led to a start. */
  lookMs: secondMs,
  /** The seconds left of holding that are read out. */
  secondsSaid: [10, 5],
  /** About how much of a subject and of what stands beside it a telephone shows in its list of mails. */
  phoneSubject: 38,
  phonePreview: 80,
  /** Zones offered at a time where one is looked for. */
  zonesOffered: 40,
  /** Leads picked one by one come in pages of this size when they are taken along. */
  takenAlongPage: 500,
} as const;
