/** What is told at a time of what became of a campaign. */
export const insightLimits = {
  /** Moments of one plot: a finer division that has more of them is made coarser. */
  pointsMax: 1_500,
  /** Rows of a breakdown, the largest first; the others are told together. */
  rowsMax: 100,
  /** Deliveries of one cause whose servers' words are looked at; of more, the first. */
  repliesLooked: 1_000,
  /** Different words of servers that are shown for one cause. */
  repliesShown: 5,
  /** Domains that are named for them. */
  domainsShown: 3,
  /** Campaigns that are compared at once. */
  comparedMax: 4,
  /** Hours since its first mail that a comparison follows a campaign. */
  comparedHours: 7 * 24,
  /** Mails whose bars stand in the order of the ledger; of more, the picture shows how many came how far. */
  picturedMax: 5_000,
  barsMax: 500,
  /** Deliveries that a file is written from at a time. */
  exportBatch: 1_000,
} as const;
