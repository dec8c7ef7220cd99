import type { TabKey } from "./tabKeys.ts";

/** The drawing of each tab's icon, on a 24 by 24 grid. */
export const tabIcons: Readonly<Record<TabKey, string>> = {
  leads:
    "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2 21c0-4 3-6 7-6s7 2 7 6M16 3.5a4 4 0 0 1 0 7M18 15.5c2.5.7 4 2.6 4 5.5",
  design: "M4 4h16v16H4ZM4 9h16M10 9v11",
  accounts: "M3 5h18v14H3ZM3 7l9 6 9-6",
  campaigns: "M21 3 3 10l7 3 3 7ZM10 13l5-5",
  api: "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14",
};
