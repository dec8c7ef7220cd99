import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort, sentenceOf } from "./browserClient.ts";

/** Something asked of the server. A reload keeps the old value on screen until the new one is there. */
export type Loaded<T> = {
  state: "loading" | "failed" | "done";
  value: T | undefined;
  /** Why it failed, for the person; "" otherwise. */
  message: string;
  /** True while asking again with something already shown. */
  refreshing: boolean;
  reload: () => void;
};

type Held<T> = { asked: string; value: T | undefined; message: string; answered: boolean };

/**
 * Asks in an effect, never in render, and asks again when `question` changes or `reload` is called.
 * `load` may change with every render; only `question` says what is asked. A late answer to an old question is dropped.
 */
export function useLoad<T>(question: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [held, setHeld] = useState<Held<T>>({ asked: "", value: undefined, message: "", answered: false });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  const asked = `${question}\n${turn}`;
  useEffect(() => {
    const abort = new AbortController();
    latest.current(abort.signal).then(
      (value) => !abort.signal.aborted && setHeld({ asked, value, message: "", answered: true }),
      (error: unknown) => {
        if (abort.signal.aborted || isAbort(error)) return;
        setHeld((before) => ({ ...before, asked, message: sentenceOf(error), answered: true }));
      },
    );
    return () => abort.abort();
  }, [asked]);

  const pending = held.asked !== asked;
  const failed = !pending && held.message !== "";
  return {
    state: failed ? "failed" : held.value === undefined ? "loading" : "done",
    value: held.value,
    message: failed ? held.message : "",
    refreshing: pending && held.value !== undefined,
    reload: useCallback(() => setTurn((count) => count + 1), []),
  };
}
