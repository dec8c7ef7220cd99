import type { Credential } from "../../../contract/schemas/credential.ts";

type Shown = Pick<Credential, "state" | "pausedReason" | "pausedUntil">;

/** How an account is doing, in one sentence, and when it goes on. */
export function stateSentence({ state, pausedReason, pausedUntil }: Shown): string {
  if (state === "working") return "Ready to send.";
  const why = pausedReason ?? "Sending from this account is paused.";
  if (pausedUntil === null) return `${why} Its campaigns wait until you resume it.`;
  const clock = new Date(pausedUntil).toLocaleString(undefined, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${why} It goes on by itself ${clock}.`;
}
