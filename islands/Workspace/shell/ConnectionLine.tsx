import type { WatchState } from "../../../contract/realtime/watch.ts";
import { type ShellTexts, shellTexts } from "../../../contract/texts/workspace/shell.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Notice } from "../../_parts/Notice.tsx";
import { useLive } from "../realtime/RealtimeContext.tsx";
import { clockText } from "../realtime/waitingText.ts";
import type { Verification } from "./useVerified.ts";

/**
 * Shown while there is no connection to the server. What happens there in the meantime is not known here, so the age of
 * the figures on the page is shown, and nothing is predicted.
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
