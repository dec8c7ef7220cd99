import type { WatchState } from "../../../contract/realtime/watch.ts";
import { Notice } from "../../_parts/Notice.tsx";
import { useLive } from "../realtime/RealtimeContext.tsx";
import { clockText } from "../realtime/waitingText.ts";
import type { Verification } from "./useVerified.ts";

/**
 * Says so while nothing is heard of the server: of what happens there meanwhile nothing is known from here, so the
 * figures on the page are told by their age, and nothing is promised.
 */
export function ConnectionLine({ verification }: { verification: Verification }) {
  const { state, lostAt } = useLive();
  const text = lineOf({ state, lostAt, verification });
  return text === "" ? null : <Notice status="waiting">{text}</Notice>;
}

function lineOf({
  state,
  lostAt,
  verification,
}: {
  state: WatchState;
  lostAt: number | null;
  verification: Verification;
}): string {
  if (verification === "unreached")
    return "Your sign-in could not be checked: the server does not answer. Trying again…";
  if (state !== "reconnecting") return "";
  if (lostAt === null) return "Not connected: there are no live figures. Reconnecting…";
  return `Not connected: these figures are from ${clockText(lostAt)}. Reconnecting…`;
}
