import type { WatchState } from "../../../contract/realtime/watch.ts";
import { type ShellTexts, shellTexts } from "../../../contract/texts/workspace/shell.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Notice } from "../../_parts/Notice.tsx";
import { useLive } from "../realtime/RealtimeContext.tsx";
import { clockText } from "../realtime/waitingText.ts";
import type { Verification } from "./useVerified.ts";

/**
 * Says so while nothing is heard of the server: of what happens there meanwhile nothing is known from here, so the
 * figures on the page are told by their age, and nothing is promised.
 */
export function ConnectionLine({ verification }: { verification: Verification }) {
  const texts = useTexts(shellTexts);
  const { state, lostAt } = useLive();
  const text = lineOf({ state, lostAt, verification }, texts);
  return text === "" ? null : <Notice status="waiting">{text}</Notice>;
}

function lineOf(
  {
    state,
    lostAt,
    verification,
  }: {
    state: WatchState;
    lostAt: number | null;
    verification: Verification;
  },
  texts: ShellTexts,
): string {
  if (verification === "unreached") return texts.connection.unreached;
  if (state !== "reconnecting") return "";
  if (lostAt === null) return texts.connection.never;
  return texts.connection.lostAt(clockText(lostAt));
}
