import { mib } from "./units.ts";

/** What one person's files may take together, in bytes, by plan; where plans are off everybody has the last. */
export const uploadLimits = {
  pictures: { free: 100 * mib, premium: 500 * mib, enterprise: 2_048 * mib },
  /** Files that are being uploaded, wait to be imported, or are. A free plan's few leads fill no large file. */
  imports: { free: 64 * mib, premium: 256 * mib, enterprise: 1_024 * mib },
} as const;
