import { sendLimits } from "../../../contract/limits/sending.ts";
import type { ThreadLine } from "./line.ts";
import type { Asked } from "./messages.ts";

/** Calls something now and then; answers how to stop. */
export type Beats = (beat: () => void) => () => void;

const asked = { what: "waitings", campaigns: [] } as const satisfies Asked;

/**
 * Ends a thread that is at one thing without end: one that answers nothing for minutes sends nothing either, and nobody
 * would ever know. What counts is how often it did not answer and not for how long, since a process that was stopped for
 * an hour has missed nothing. Resolves once the thread is gone, by whatever.
 */
export async function watchThread(line: ThreadLine, beats: Beats = nowAndThen): Promise<void> {
  // It loads for as long as it takes, and answers this before it sends anything.
  const isThere = line.ask(asked).catch(() => {});
  await Promise.race([isThere, line.ended]);
  let missed = 0;
  let isAsked = false;
  const stop = beats(() => {
    if (isAsked) missed += 1;
    if (missed === sendLimits.threadBeatsMax)
      void line.cut(new Error("the thread that sends answered nothing for too long"));
    if (isAsked) return;
    [isAsked, missed] = [true, 0];
    const answered = () => {
      isAsked = false;
    };
    line.ask(asked).then(answered, answered);
  });
  await line.ended;
  stop();
}

function nowAndThen(beat: () => void): () => void {
  const beating = setInterval(beat, sendLimits.threadBeatMs);
  beating.unref();
  return () => clearInterval(beating);
}
