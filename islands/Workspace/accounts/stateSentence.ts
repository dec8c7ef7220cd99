import type { Credential } from "../../../contract/schemas/credential.ts";
import type { Words } from "../../../contract/sentences/sentence.ts";
import type { Status } from "../../_parts/Notice.tsx";

type Shown = Pick<
  Credential,
  "type" | "state" | "pausedReason" | "pausedCause" | "pausedUntil" | "perDayNow" | "sentToday"
>;

/** How an account is doing, in a word. Red is for what waits for a person; what goes on by itself only waits. */
export function stateBadge(account: Shown): { word: string; status: Status } {
  if (needsReconnecting(account)) return { word: "Needs reconnecting", status: "failed" };
  if (account.state === "paused")
    return { word: "Paused", status: account.pausedUntil === null ? "failed" : "waiting" };
  return isUsedUp(account)
    ? { word: "Limit reached", status: "waiting" }
    : { word: "Working", status: "sent" };
}

/** How an account is doing, in one sentence, and when it goes on. */
export function stateSentence(account: Shown, words: Words): string {
  const { state, pausedReason, pausedCause, pausedUntil } = account;
  if (state === "working")
    return isUsedUp(account)
      ? "Today's mails are used up. More go as the oldest of them turn 24 hours old."
      : "Ready to send.";
  const why = asSentence(words(pausedCause, pausedReason ?? "Sending from this account is paused."));
  if (needsReconnecting(account)) return `${why} Its campaigns wait until then.`;
  if (pausedUntil === null) return `${why} Its campaigns wait until you resume it.`;
  const clock = new Date(pausedUntil).toLocaleString(undefined, {
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  return `${why} It goes on by itself ${clock}.`;
}

/** Google has taken its permission back: only its owner can give it again, in Google's own window. */
export function needsReconnecting({ type, state, pausedUntil }: Shown): boolean {
  return type === "gscope" && state === "paused" && pausedUntil === null;
}

function isUsedUp({ perDayNow, sentToday }: Shown): boolean {
  return perDayNow !== null && sentToday >= perDayNow;
}

/** A server's own words often have no full stop, and another sentence follows. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
