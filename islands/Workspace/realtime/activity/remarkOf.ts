import type { Progress } from "../../../../contract/realtime/messages.ts";
import type { Words } from "../../../../contract/sentences/sentence.ts";
import type { ProgressTexts } from "../../../../contract/texts/workspace/progress.ts";
import { forecastText } from "../forecastText.ts";
import type { Watched } from "../useRealtime.ts";
import { momentAhead, waitingText } from "../waitingText.ts";

/** Why a send waits, how fast it is, or how it ended. Without a connection its progress is unknown. */
export function remarkOf(
  watched: Watched,
  { isConnected, words }: { isConnected: boolean; words: Words },
  texts: ProgressTexts,
): string {
  const { progress } = watched;
  if (progress.state === "finished") return texts.finished;
  if (progress.state === "cancelled") return texts.cancelled;
  if (!isConnected) return progress.state === "paused" ? texts.paused : "";
  if (progress.waiting !== null) return waitedFor(progress, { words, now: Date.now() }, texts);
  return progress.state === "paused" ? texts.paused : forecastText(watched, texts);
}

function waitedFor(
  progress: Progress,
  { words, now }: { words: Words; now: number },
  texts: ProgressTexts,
): string {
  const before = waitingText(progress, { words, now }, texts);
  const { doneAt = null } = progress;
  return doneAt === null ? before : texts.andDoneThen({ before, when: momentAhead(doneAt, now, texts) });
}
