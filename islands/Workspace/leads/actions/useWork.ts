import { useCallback, useRef, useState } from "react";

/** Work that takes a while: what it is, and how much of it is done; of a file that is being made only its bytes. */
export type Work = { title: string; done: number; total: number } | { title: string; bytes: number };

export type WorkUnderWay = {
  /** Null while nothing is done that takes longer than a moment. */
  work: Work | null;
  show: (work: Work | null) => void;
  /** The signal says when somebody has stopped what begins here. */
  begin: () => AbortSignal;
  /** What is done is done; the rest is left as it is. */
  stop: () => void;
};

/** The one thing at a time that is done to many leads. */
export function useWork(): WorkUnderWay {
  const [work, show] = useState<Work | null>(null);
  const stopped = useRef(new AbortController());
  return {
    ...{ work, show },
    begin: useCallback(() => {
      stopped.current = new AbortController();
      return stopped.current.signal;
    }, []),
    stop: useCallback(() => stopped.current.abort(), []),
  };
}
