import type { Kit } from "../kit/sqlite.ts";

/** Single values of the installation, such as the latest time seen and whether sending is on hold. */
export const meta = ({ table, text, json }: Kit) =>
  table("meta", { key: text().primaryKey(), value: json() });

/** Calls that several processes count together, each window from its first; keys are hashes, and old ones go. */
export const rateWindows = ({ table, text, int, primaryKey, index }: Kit) =>
  table(
    "rateWindows",
    {
      /** Which limit it is. */
      name: text().notNull(),
      key: text().notNull(),
      startedAt: int().notNull(),
      count: int().notNull(),
    },
    (window) => [
      primaryKey({ columns: [window.name, window.key] }),
      index("rate_windows_age").on(window.name, window.startedAt),
    ],
  );

/** Who waits for what several processes do one at a time, in order; whoever is gone leaves it when their time is up. */
export const turns = ({ table, text, json }: Kit) =>
  table("turns", { key: text().primaryKey(), tickets: json().notNull() });
