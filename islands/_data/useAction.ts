import { useCallback, useRef, useState } from "react";
import { type ErrorCode, Refusal } from "../../contract/errors.ts";
import { isSaidOverPage, sentenceOf } from "./browserClient.ts";

export type Action<Input extends unknown[]> = {
  /** Runs unless it is running already, so that a double click does it once. True if it succeeded. */
  run: (...input: Input) => Promise<boolean>;
  running: boolean;
  /** Why the last run failed; "" otherwise. */
  message: string;
  /** The error code if it was a refusal; null for any other failure. */
  code: ErrorCode | null;
  clear: () => void;
};

/** One action of a person: it runs at most once at a time, and its failure is kept to be shown beside the button. */
export function useAction<Input extends unknown[]>(
  perform: (...input: Input) => Promise<unknown>,
): Action<Input> {
  const [running, setRunning] = useState(false);
  const [message, setMessage] = useState("");
  const [code, setCode] = useState<ErrorCode | null>(null);
  // State would arrive one render too late to stop the second of two quick clicks.
  const busy = useRef(false);

  const run = async (...input: Input) => {
    if (busy.current) return false;
    busy.current = true;
    setRunning(true);
    setMessage("");
    setCode(null);
    try {
      await perform(...input);
      return true;
    } catch (error) {
      if (!isSaidOverPage(error)) setMessage(sentenceOf(error));
      setCode(error instanceof Refusal ? error.code : null);
      return false;
    } finally {
      busy.current = false;
      setRunning(false);
    }
  };
  return { run, running, message, code, clear: useCallback(() => setMessage(""), []) };
}
