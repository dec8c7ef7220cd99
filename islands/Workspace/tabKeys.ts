/** The tabs in their order. Each has a folder of this name and a line in `tabs.tsx`. */
export const tabKeys = ["leads", "design", "accounts", "campaigns", "api"] as const;
export type TabKey = (typeof tabKeys)[number];

export function isTabKey(text: string): text is TabKey {
  return (tabKeys as readonly string[]).includes(text);
}
