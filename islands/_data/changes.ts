import type { Topic } from "../../contract/realtime/changes.ts";

export { changedBy, type Topic } from "../../contract/realtime/changes.ts";

/** Data derived from other topics change with them. */
const restsOn: Partial<Record<Topic, readonly Topic[]>> = {
  sendPlans: ["leads", "fields", "templates", "credentials", "tracking"],
  reviews: ["leads", "fields", "collections", "segments", "credentials", "tracking"],
  start: ["leads", "templates", "credentials", "campaigns"],
  previews: ["leads", "fields", "templates"],
};

/** Whether what was loaded for one topic has to be loaded again once these have changed. */
export function isTouched(topic: unknown, changed: readonly Topic[]): boolean {
  const origins = [topic as Topic, ...(restsOn[topic as Topic] ?? [])];
  return origins.some((origin) => changed.includes(origin));
}
