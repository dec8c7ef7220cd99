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
        // What was known stays on screen until the answer to another question is there.
        placeholderData: keepPreviousData,
        // `withRateLimitRetries` waits where the server says how long; any other failure is shown at once with the way to try again.
        retry: false,
        // A server on this machine answers where the browser believes that it has no network.
        networkMode: "always",
        refetchOnReconnect: true,
      },
    },
  });
}

type Changes = {
  /** This page has changed something, other than by a call that says so itself: here and in other tabs it is asked anew. */
  changed: (...topics: readonly Topic[]) => void;
  /** Something has changed that other tabs hear of themselves. */
  heard: (...topics: readonly Topic[]) => void;
  /** Nothing was heard for a while: everything may be another. */
  missed: () => void;
};

const ChangesContext = createContext<Changes | undefined>(undefined);
const channelName = "amplify-changes";

/** Holds what was asked of the server for everything inside, and asks anew for what a call or another tab has changed. */
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

/** What says that something loaded from the server is out of date. */
export function useChanges(): Changes {
  const changes = useContext(ChangesContext);
  if (changes === undefined) throw new Error("A part stands outside of what holds the server's data");
  return changes;
}
