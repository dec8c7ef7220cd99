import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { Refusal } from "../../contract/errors.ts";
import { sentenceOf } from "./browserClient.ts";
import type { Question } from "./queries.ts";

/** Something asked of the server, as a person sees it. What was known stays until something newer is there. */
export type Loaded<T> = {
  state: "loading" | "failed" | "done";
  value: T | undefined;
  /** Why it failed, for the person; "" otherwise. */
  message: string;
  /** It failed because there is no such thing: asking again would not help. */
  isGone?: boolean;
  /** True while asking again with something already shown. */
  refreshing: boolean;
  reload: () => void;
};

/** Asks a question of `queries.ts`; never in render, and never on the server. */
export function useLoad<Answer, T = Answer>(question: Question<Answer, T>): Loaded<T> {
  const { data, error, isFetching, refetch } = useQuery(question);
  // Who tries again sees that something is done about it, not what was said before.
  const failed = error !== null && !isFetching;
  return {
    state: failed ? "failed" : data === undefined ? "loading" : "done",
    value: data,
    message: failed ? sentenceOf(error) : "",
    isGone: failed && error instanceof Refusal && error.code === "not_found",
    refreshing: isFetching && data !== undefined,
    reload: useCallback(() => void refetch(), [refetch]),
  };
}
