import type { CampaignState } from "../schemas/campaign.ts";
import type { ChangedMessage, RealtimeMessage } from "./messages.ts";

// The types come from the zod schemas and nothing else does: a browser that watches need not load zod.
const states: Record<CampaignState, true> = { running: true, paused: true, cancelled: true, finished: true };

const counters = ["total", "success", "failed", "queued", "deferred", "skipped", "uncertain", "seq"] as const;

/** Whether a socket's message is progress of ours. `contract/realtime/messages.ts` has the same in full. */
export function isRealtimeMessage(value: unknown): value is RealtimeMessage {
  if (!isRecord(value) || typeof value.message !== "string" || !isRecord(value.data)) return false;
  const data = value.data;
  return (
    data.target === "email" &&
    counters.every((name) => Number.isSafeInteger(data[name])) &&
    typeof data.campaignId === "string" &&
    typeof data.subject === "string" &&
    typeof data.running === "boolean" &&
    typeof data.state === "string" &&
    Object.hasOwn(states, data.state) &&
    (data.root === "workflow" || data.root === "email") &&
    (data.waiting === null || typeof data.waiting === "string") &&
    // A server from before reasons were codes has words alone.
    (data.waitingCause === undefined || data.waitingCause === null || isRecord(data.waitingCause)) &&
    (data.nextAt === null || Number.isSafeInteger(data.nextAt)) &&
    // Servers from before told it nowhere but on a campaign's own page.
    (data.doneAt === undefined || data.doneAt === null || Number.isSafeInteger(data.doneAt)) &&
    Array.isArray(data.failedEmails) &&
    data.failedEmails.every((address) => typeof address === "string")
  );
}

/** Whether it says that something has changed. Topics of a newer server are nobody's questions here. */
export function isChangedMessage(value: unknown): value is ChangedMessage {
  if (!isRecord(value) || !isRecord(value.data) || value.data.target !== "changed") return false;
  const { topics } = value.data;
  return Array.isArray(topics) && topics.every((topic) => typeof topic === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object";
}
