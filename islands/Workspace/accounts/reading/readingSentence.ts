import type { Reading } from "../../../../contract/schemas/accounts/reading.ts";
import type { Words } from "../../../../contract/sentences/sentence.ts";
import type { ReadingTexts } from "../../../../contract/texts/workspace/reading.ts";
import { weekdayTime } from "../../../_data/momentsHere.ts";

/** The state of reading a mailbox in one sentence, and when it resumes. */
export function readingSentence(
  { state, cause, reason, lookedAt, nextTryAt }: Reading,
  words: Words,
  texts: ReadingTexts,
): string {
  const why = asSentence(words(cause, reason));
  switch (state) {
    case "off":
      return texts.off;
    case "waiting":
      return texts.waiting;
    case "reading":
      return texts.reading(lookedAt === null ? null : weekdayTime(lookedAt));
    case "resting":
      return texts.resting({ why, clock: weekdayTime(nextTryAt ?? 0) });
    case "stopped":
      return texts.stopped(why);
  }
}

/** A server's own words often have no full stop, and another sentence follows. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
