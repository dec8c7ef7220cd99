import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Refusal } from "../../contract/errors.ts";
import { sentenceOf } from "./browserClient.ts";
import type { Question } from "./queries.ts";

/** Data loaded from the server, as shown to a person. The last answer stays until there is a newer one. */
export type Loaded<T> = {
  state: "loading" | "failed" | "done";
  value: T | undefined;
  /** Why it failed, for the person; "" otherwise. */
  message: string;
  /** It failed because the thing does not exist, so trying again would not help. */
  isGone?: boolean;
  /** True while it is loaded again with a former answer still shown. */
  refreshing: boolean;
  /** It was asked for again, and no answer came: there may be a newer one. */
  mayBeOld?: boolean;
  /** What is shown is the answer to the question before: other words, another page. */
  isOld?: boolean;
  /** Asks again; resolves once that was answered, or has failed. */
  reload: () => Promise<unknown>;
};

/** Loads the answer to a query of `queries.ts`; never during render, and never on the server. */
export function useLoad<Answer, T = Answer>(question: Question<Answer, T>): Loaded<T> {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(question);
  // Whoever tries again sees that it is loading, and not the former failure. Where no answer came the former one stays, and
  // what was pressed says so, or the line of the connection.
  const refusal = error as Partial<Refusal> | null;
  const mayBeOld = data !== undefined && refusal?.unreached === true;
  const failed = refusal !== null && !isFetching && !mayBeOld;
  return {
    state: failed ? "failed" : data === undefined ? "loading" : "done",
    value: data,
    message: failed ? sentenceOf(error) : "",
    isGone: failed && refusal.code === "not_found",
    refreshing: isFetching && data !== undefined,
    isOld: isPlaceholderData,
    mayBeOld,
    reload: useCallback(() => refetch(), [refetch]),
  };
}
