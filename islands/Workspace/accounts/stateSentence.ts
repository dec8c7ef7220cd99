import type { Credential } from "../../../contract/schemas/credential.ts";

type Shown = Pick<Credential, "type" | "state" | "pausedReason" | "pausedUntil">;

/** How an account is doing, in one sentence, and when it goes on. */
export function stateSentence(account: Shown): string {
  const { state, pausedReason, pausedUntil } = account;
  if (state === "working") return "Ready to send.";
  const why = asSentence(pausedReason ?? "Sending from this account is paused.");
  if (needsReconnecting(account)) return `${why} Its campaigns wait until then.`;
  if (pausedUntil === null) return `${why} Its campaigns wait until you resume it.`;
  const clock = new Date(pausedUntil).toLocaleString(undefined, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${why} It goes on by itself ${clock}.`;
}

/** Google has taken its permission back: only its owner can give it again, in Google's own window. */
export function needsReconnecting({ type, state, pausedUntil }: Shown): boolean {
  return type === "gscope" && state === "paused" && pausedUntil === null;
}

/** A server's own words often have no full stop, and another sentence follows. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
