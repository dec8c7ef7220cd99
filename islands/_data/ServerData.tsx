import { keepPreviousData, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { onCall } from "./browserClient.ts";
import { changedBy, isTouched, type Topic } from "./changes.ts";

/*
 * The one way to load, change and invalidate. Everything that is asked of the server is named in `queries.ts` and asked
 * by `useLoad`; everything that changes it is named in `changes.ts`.
 *
 * Compared, in gzip: TanStack Query adds 10.8 kB to an island; the smallest whole of our own that does as much (one
 * answer for each question, cancelling, old answers shown meanwhile, invalidation by key, asking at intervals, again on
 * focus and reconnection, putting an answer in with the way back) 1.4 kB in some 170 lines, which would be ours to keep
 * right in every race, and without developer tools. Eight kilobytes are no reason to own that.
 */

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The former answer stays on screen until the answer to another question arrives.
        placeholderData: keepPreviousData,
        // `withRateLimitRetries` retries when the server says how long to wait. Any other failure is shown at once, with a
        // way to try again.
        retry: false,
        // A server on this machine answers even if the browser believes that it is offline.
        networkMode: "always",
        refetchOnReconnect: true,
      },
    },
  });
}

type Changes = {
  /**
   * This page has changed something through a call that does not report it itself: it is loaded again here and in other
   * tabs.
   */
  changed: (...topics: readonly Topic[]) => void;
  /** Something has changed, and other tabs are told of it by the server. */
  heard: (...topics: readonly Topic[]) => void;
  /** The connection was lost for a while, so anything may have changed. */
  missed: () => void;
};

const ChangesContext = createContext<Changes | undefined>(undefined);
const channelName = "amplify-changes";

/** Caches what was loaded from the server for everything inside, and reloads what a call or another tab has changed. */
export function ServerData({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const channel = useRef<BroadcastChannel | null>(null);
  const changes = useMemo<Changes>(() => {
    const heard: Changes["heard"] = (...topics) =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey[0], topics) });
    return {
      heard,
      changed(...topics) {
        heard(...topics);
        channel.current?.postMessage(topics);
      },
      missed: () => void client.invalidateQueries(),
    };
  }, [client]);

  useEffect(
    () =>
      onCall((call) => {
        const topics = changedBy(call);
        if (topics.length > 0) changes.changed(...topics);
      }),
    [changes],
  );
  useEffect(() => {
    const opened = new BroadcastChannel(channelName);
    opened.onmessage = ({ data }: MessageEvent<Topic[]>) => changes.heard(...data);
    channel.current = opened;
    return () => opened.close();
  }, [changes]);
  return (
    <QueryClientProvider client={client}>
      <ChangesContext value={changes}>{children}</ChangesContext>
    </QueryClientProvider>
  );
}

/** The functions that report that loaded data is out of date. */
export function useChanges(): Changes {
  const changes = useContext(ChangesContext);
  if (changes === undefined) throw new Error("A part stands outside of what holds the server's data");
  return changes;
}
