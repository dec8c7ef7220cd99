import { mayUseApi } from "../../contract/plans.ts";

/** The tabs in their order. Each has a folder of this name and a line in `tabs.tsx`. */
export const tabKeys = ["leads", "design", "accounts", "campaigns", "api"] as const;
export type TabKey = (typeof tabKeys)[number];

export function isTabKey(text: string): text is TabKey {
  return (tabKeys as readonly string[]).includes(text);
}

/** Who has the tab API: whoever may use it, and everybody where there are no plans (specification, section 6). */
export function hasApiTab(person: { status: string; role: string; hasPlans?: boolean | undefined }): boolean {
  return person.hasPlans === false || mayUseApi(person);
}
