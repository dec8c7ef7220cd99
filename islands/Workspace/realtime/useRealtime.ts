import { useCallback, useEffect, useRef, useState } from "react";
import type { Progress } from "../../../contract/realtime/messages.ts";
import { type WatchState, watch } from "../../../contract/realtime/watch.ts";
import { browserClient, isLoggingOut, sessionEnded } from "../../_data/browserClient.ts";
import { connectionLost } from "../../_runtime/serverAnswers.ts";
import { pauseUntilHope } from "./pauseUntilHope.ts";
import { keepRead, keepStood, sendNeedsPerson, storedActivity } from "./storedActivity.ts";
import { useStarts } from "./useStarts.ts";

/** The latest progress of a campaign from the socket, and what is needed to compute its rate. */
export type Watched = {
  progress: Progress;
  /**
   * Whether a bar shows it: it was running or was started while this page was open, or it needed somebody or had ended
   * unseen when the page was opened.
   */
  shown: boolean;
  /** When this page first heard of it, and how many mails were done then, for the rate. */
  firstAt: number;
  firstDone: number;
  lastAt: number;
};

export type Realtime = {
  state: WatchState;
  /** Since when the connection has been lost; null while there is one, and before the first. */
  lostAt: number | null;
  campaigns: ReadonlyMap<string, Watched>;
  /**
   * Makes the call that starts a campaign, and follows that campaign. The caller announces the start, so nobody else does.
   */
  begin: <T extends { campaignId: string }>(call: () => Promise<T>) => Promise<T>;
  /** Shows a campaign that was just started, even if it ends before its first message arrives. */
  follow: (campaignId: string) => void;
  dismiss: (campaignId: string) => void;
};

export type RealtimeEvents = {
  onStart: (progress: Progress) => void;
  /** A campaign appeared or changed its state. */
  onState: (progress: Progress) => void;
  onEnd: (progress: Progress) => void;
  /** An account began to rest, or resumed. */
  onRest: () => void;
  /** Somebody else has changed something, given by its topics. */
  onChanged: (topics: readonly string[]) => void;
  /** The connection is back. What was missed is known for campaigns alone. */
  onRegained: () => void;
};

/**
 * Connects on entering the workspace and disconnects on leaving. After a lost connection it reconnects and gets a full
 * snapshot.
 */
export function useRealtime({ uid, turn }: { uid: string; turn: number }, events: RealtimeEvents): Realtime {
  const [connection, setConnection] = useState<Connection>({ state: "connecting", lostAt: null });
  const [campaigns, setCampaigns] = useState<ReadonlyMap<string, Watched>>(new Map());
  const followed = useRef(new Set<string>());
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  const starts = useStarts((progress) => latest.current.onStart(progress));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that begins anew is connected anew.
  useEffect(() => {
    const abort = new AbortController();
    const seen = new Map<string, Progress>();
    const isNews = newsSince(storedActivity(uid));
    let isLost = false;
    const onState = (state: WatchState) => {
      setConnection((before) => changed(before, state));
      if (state === "open" && isLost) latest.current.onRegained();
      isLost = state === "reconnecting";
      connectionLost(isLost);
    };
    const listen = async () => {
      const onChanged: RealtimeEvents["onChanged"] = (topics) => latest.current.onChanged(topics);
      const options = { base: "", uid, signal: abort.signal, pause: pauseUntilHope, onState, onChanged };
      for await (const { data } of watch(options)) {
        const before = seen.get(data.campaignId);
        seen.set(data.campaignId, data);
        const isFollowed = followed.current.has(data.campaignId);
        const isMeant = isFollowed || (before === undefined && isNews(data));
        if (data.running) keepStood(uid, data.campaignId);
        tell({ ...latest.current, onStart: starts.heard }, { before, now: data, followed: isFollowed });
        if (!data.running) starts.ended(data.campaignId);
        setCampaigns((held) => withProgress(held, data, isMeant));
      }
    };
    // Progress is only shown, so whatever ended this, the page goes on working without it.
    listen().catch(() => onState("reconnecting"));
    return () => {
      abort.abort();
      connectionLost(false);
    };
  }, [uid, turn, starts]);

  useEffect(() => {
    if (connection.state !== "refused") return;
    // Whoever pressed Logout ended the session themselves, and need not sign in again.
    if (isLoggingOut()) return void sessionEnded();
    // A refused socket means that the session is dead, and the ordinary client handles the 401. Or somebody else has signed
    // in in another tab, and must not see this page.
    browserClient("GET /amplify/auth/me").then(
      (person) => person.uid === uid || window.location.assign("/app"),
      () => {},
    );
  }, [connection.state, uid]);

  const follow = useCallback((campaignId: string) => {
    followed.current.add(campaignId);
    setCampaigns((held) => withShown(held, campaignId, true));
  }, []);
  const dismiss = useCallback(
    (campaignId: string) => {
      followed.current.delete(campaignId);
      keepRead(uid, campaignId);
      setCampaigns((held) => withShown(held, campaignId, false));
    },
    [uid],
  );
  const begin: Realtime["begin"] = useCallback(
    async (call) => {
      const answer = await starts.during(call);
      follow(answer.campaignId);
      return answer;
    },
    [starts, follow],
  );
  return { ...connection, campaigns, begin, follow, dismiss };
}

/** Mails that need nothing more, whatever their outcome. */
export function doneOf(progress: Progress): number {
  return progress.success + progress.failed + progress.uncertain;
}

type Connection = Pick<Realtime, "state" | "lostAt">;

function changed(before: Connection, state: WatchState): Connection {
  if (state === "open") return { state, lostAt: null };
  return { state, lostAt: before.state === "open" ? Date.now() : before.lostAt };
}

/** Whether what a page finds on opening happened unseen: the campaign needs somebody, or was on the line before. */
function newsSince({ stood, read }: ReturnType<typeof storedActivity>): (progress: Progress) => boolean {
  return (progress) =>
    !read.includes(progress.campaignId) && (sendNeedsPerson(progress) || stood.includes(progress.campaignId));
}

function tell(
  events: RealtimeEvents,
  { before, now, followed }: { before: Progress | undefined; now: Progress; followed: boolean },
): void {
  const wasRunning = before?.running ?? false;
  if (before?.state !== now.state) events.onState(now);
  // Deferred mails have been tried, so such a campaign did not begin just as this page was opened.
  const isNew = now.success + now.failed + now.uncertain + now.deferred === 0;
  if (now.running && !wasRunning && isNew && !isHeldUp(now)) events.onStart(now);
  if (now.running && restOf(before) !== restOf(now)) events.onRest();
  if (!now.running && (wasRunning || (before === undefined && followed))) events.onEnd(now);
}

/** Whether nothing goes out before somebody has put right what holds it up, such as its account's password. */
function isHeldUp({ waitingCause, nextAt }: Progress): boolean {
  return waitingCause !== null && nextAt === null;
}

/** Why the account rests, by its code. Waiting for its own limits is no rest, and comes and goes with every mail. */
function restOf(progress: Progress | undefined): string | null {
  const code = progress?.waitingCause?.code ?? null;
  return code === "own_limit" ? null : code;
}

function withProgress(
  held: ReadonlyMap<string, Watched>,
  progress: Progress,
  isMeant: boolean,
): ReadonlyMap<string, Watched> {
  const before = held.get(progress.campaignId);
  const now = Date.now();
  const watched: Watched = {
    progress,
    shown: (before?.shown ?? false) || progress.running || isMeant,
    firstAt: before?.firstAt ?? now,
    firstDone: before?.firstDone ?? doneOf(progress),
    lastAt: now,
  };
  return new Map(held).set(progress.campaignId, watched);
}

function withShown(
  held: ReadonlyMap<string, Watched>,
  campaignId: string,
  shown: boolean,
): ReadonlyMap<string, Watched> {
  const watched = held.get(campaignId);
  return watched === undefined ? held : new Map(held).set(campaignId, { ...watched, shown });
}
