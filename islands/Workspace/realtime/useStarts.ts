import { useState } from "react";
import type { Progress } from "../../../contract/realtime/messages.ts";

/** Announces campaigns that start running, each once, except those that this page started. */
export type Starts = {
  /** The socket said that a campaign is running. */
  heard: (progress: Progress) => void;
  /** It has ended: if it starts once more, that is announced. */
  ended: (campaignId: string) => void;
  /** Makes the call that starts one. The socket may be faster than the answer, so its messages wait for that. */
  during: <T extends { campaignId: string }>(call: () => Promise<T>) => Promise<T>;
};

/**
 * `tell` is called for campaigns started elsewhere: in another tab, a terminal, a program. The first `tell` given is used.
 */
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
