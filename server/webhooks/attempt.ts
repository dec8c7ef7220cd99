import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { webhookLimits } from "../../contract/limits/api/webhooks.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import type { Attempted } from "../../db/stores/webhooks/outbox.ts";
import type { WebhookRow } from "../../db/stores/webhooks/webhooks.ts";
import type { Core } from "../core/core.ts";
import { guardHost } from "../sending/senders/hostGuard.ts";
import { type Posted, post } from "./post.ts";
import { webhookHeaders } from "./signing.ts";

type AttemptCore = Pick<Core, "clock" | "secrets" | "settings">;

type Sending = { webhook: WebhookRow; event: { id: string; body: string }; signal: AbortSignal };

/** The result of one attempt; `reason` is null if the event was delivered. */
export type Tried = Pick<Attempted, "triedAt" | "tookMs" | "status" | "answer"> & {
  reason: Reason | null;
  retryAfterMs: number | null;
  /** The receiver does not want any more events, or signing is not possible: a person has to act. */
  isOver: boolean;
};

/** The secrets to sign with at the moment: the newest first, and for a day those before it. */
function secretsOf(core: AttemptCore, webhook: WebhookRow): string[] {
  const { workspaceId, id, secret, formerSecret, formerUntil } = webhook;
  const opened = (sealed: string) => core.secrets.open(sealed, secretPlace({ workspaceId, id }));
  const isFormerGood = formerSecret !== null && formerUntil !== null && formerUntil > core.clock.now();
  return [secret, ...(isFormerGood ? formerSecret.split(" ") : [])].map(opened);
}

/** All are sealed for the same place, because rotation moves the ciphertext from one column to the other. */
export const secretPlace = ({ workspaceId, id }: { workspaceId: WorkspaceId; id: string }) => ({
  workspaceId,
  rowId: id,
  field: "webhookSecret",
});

/** Signs an event and posts it once. */
export async function attempt(core: AttemptCore, { webhook, event, signal }: Sending): Promise<Tried> {
  const triedAt = core.clock.now();
  const nothing = { triedAt, tookMs: 0, status: null, answer: null, retryAfterMs: null };
  let signed: Record<string, string>;
  try {
    signed = webhookHeaders({ ...event, atMs: triedAt, secrets: secretsOf(core, webhook) });
  } catch {
    return { ...nothing, reason: reason("webhook_secret_lost"), isOver: true };
  }
  const began = performance.now();
  const posted = await post({
    url: webhook.url,
    headers: { ...signed, "content-type": "application/json", "user-agent": "Amplify-Webhooks" },
    body: event.body,
    guard: (host) => guardHost(host, { privateHosts: core.settings.privateHosts }),
    signal,
  });
  return { ...nothing, ...triedAs(posted), tookMs: Math.round(performance.now() - began) };
}

function triedAs(posted: Posted): Pick<Tried, "status" | "answer" | "reason" | "retryAfterMs" | "isOver"> {
  if (posted.kind === "unanswered")
    return { status: null, answer: null, retryAfterMs: null, reason: posted.reason, isOver: false };
  const { status, answer, retryAfterMs } = posted;
  return { status, answer, retryAfterMs, reason: reasonOf(status), isOver: status === 410 };
}

function reasonOf(status: number): Reason | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return reason("webhook_gone");
  if (status >= 300 && status < 400) return reason("webhook_redirected", { status });
  return reason("webhook_answered", { status });
}

/** When an event is tried again after this number of failures; null if it has been tried for long enough. */
export function nextWaitMs(failures: number, retryAfterMs: number | null, chance: number): number | null {
  const { retryWaitsMs, retryJitter, retryAfterLongestMs } = webhookLimits;
  const wait = retryWaitsMs[failures - 1];
  if (wait === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, retryAfterLongestMs);
  return Math.max(Math.round(wait * (1 + retryJitter * chance)), asked);
}
