import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { Refusal } from "../../contract/errors.ts";
import { sentenceOf } from "./browserClient.ts";
import type { Question } from "./queries.ts";

/** Something loaded from the server, as a person sees it. The last answer stays until there is a newer one. */
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
  // Whoever tries again sees that it is loading, and not the failure from before.
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
