import { expect, test } from "bun:test";
import { wordsOf } from "../../../contract/sentences/sentence.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { progressTexts } from "../../../contract/texts/workspace/progress.ts";
import { forecastText } from "../../../islands/Workspace/realtime/forecastText.ts";
import { clockText, momentAhead, waitingText } from "../../../islands/Workspace/realtime/waitingText.ts";

const words = wordsOf({});
const texts = textsIn("en")(progressTexts);
// Local times, as whoever reads them has a zone; this month has a change of the clocks in none.
const now = new Date(2026, 10, 18, 14, 0).getTime();
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).getTime();

test("a moment ahead is told by the clock, and by its day where that is another one", () => {
  expect(momentAhead(at(18, 23), now, texts)).toBe(`at ${clockText(at(18, 23))}`);
  expect(momentAhead(at(19, 0), now, texts)).toBe(`tomorrow at ${clockText(at(19, 0))}`);
  const weekday = new Date(at(22, 9)).toLocaleDateString(undefined, { weekday: "long" });
  expect(momentAhead(at(22, 9), now, texts)).toBe(`on ${weekday} at ${clockText(at(22, 9))}`);
  const day = new Date(at(26, 9)).toLocaleDateString(undefined, { day: "numeric", month: "short" });
  expect(momentAhead(at(26, 9), now, texts)).toBe(`on ${day} at ${clockText(at(26, 9))}`);
});

test("a wait says until when, unless nobody knows or it is over in a moment", () => {
  const waiting = "The account rests";
  const wait = { waiting, waitingCause: null };
  expect(waitingText({ ...wait, nextAt: at(18, 16) }, { words, now }, texts)).toBe(
    `The account rests; continues at ${clockText(at(18, 16))}`,
  );
  expect(waitingText({ ...wait, nextAt: null }, { words, now }, texts)).toBe(waiting);
  expect(waitingText({ ...wait, nextAt: now + 20_000 }, { words, now }, texts)).toBe(waiting);
  expect(waitingText({ waiting: null, waitingCause: null, nextAt: at(18, 16) }, { words, now }, texts)).toBe(
    "",
  );
});

test("the end of what goes at a steady pace is told with its day, and is not before its accounts' limits allow", () => {
  const counts = { success: 10, failed: 0, skipped: 0, uncertain: 0 };
  const seen = { firstAt: now - 60_000, firstDone: 0, lastAt: now };
  const told = (total: number, doneAt: number | null) =>
    forecastText({ ...seen, progress: { ...counts, total, doneAt } } as never, texts);
  const inTenMinutes = now + 10 * 60_000;
  expect(told(110, null)).toBe(`About 10 a minute, done at ${clockText(inTenMinutes)}`);
  expect(told(10 + 10 * 60 * 24, null)).toBe(`About 10 a minute, done tomorrow at ${clockText(now)}`);
  expect(told(110, at(19, 16))).toBe(`About 10 a minute, done tomorrow at ${clockText(at(19, 16))}`);
  expect(told(110, now)).toBe(`About 10 a minute, done at ${clockText(inTenMinutes)}`);
});
