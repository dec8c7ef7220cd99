import { dayMs, minuteMs } from "./units.ts";

/** Few templates are read at a time while a list streams out: one may weigh two megabytes. */
export const templateLimits = {
  perUser: 1_000,
  /** Templates read at a time while the whole list streams out: each may weigh two megabytes. */
  streamBatch: 1,
  /** Earlier states kept of one template, of one person's templates together, and how long once replaced. */
  versionsMax: 30,
  versionsPerUser: 2_000,
  versionMs: 90 * dayMs,
  /** Folders of one workspace. */
  foldersMax: 100,
  /** How long a deletion can be undone. */
  undoMs: 10 * minuteMs,
  /** How long a browser may keep the picture of one version. */
  previewKeptSeconds: 3_600,
} as const;
