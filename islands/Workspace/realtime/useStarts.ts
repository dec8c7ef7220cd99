import { useState } from "react";
import type { Progress } from "../../../contract/realtime/messages.ts";

/** Tells of campaigns that begin to run, each once, and of those that this page began not at all. */
export type Starts = {
  /** The socket said that a campaign began. */
  heard: (progress: Progress) => void;
  /** It is over: if it starts once more, that is told. */
  ended: (campaignId: string) => void;
  /** Makes the call that begins one. The socket may be faster than its answer, so what it says waits for that. */
  during: <T extends { campaignId: string }>(call: () => Promise<T>) => Promise<T>;
};

/** `tell` hears of what others began: another tab, a terminal, a program. The first one given is kept. */
export function useStarts(tell: (progress: Progress) => void): Starts {
  const [starts] = useState(() => createStarts(tell));
  return starts;
}

function createStarts(tell: (progress: Progress) => void): Starts {
  const own = new Set<string>();
  let underWay = 0;
  let waiting: Progress[] = [];

  function heard(progress: Progress): void {
    if (underWay > 0) waiting.push(progress);
    else if (!own.delete(progress.campaignId)) tell(progress);
  }

  return {
    heard,
    ended: (campaignId) => void own.delete(campaignId),
    async during(call) {
      underWay += 1;
      try {
        const answer = await call();
        own.add(answer.campaignId);
        return answer;
      } finally {
        underWay -= 1;
        const held = underWay === 0 ? waiting : [];
        if (underWay === 0) waiting = [];
        for (const progress of held) heard(progress);
      }
    },
  };
}
