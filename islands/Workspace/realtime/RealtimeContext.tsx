import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Realtime, type RealtimeEvents, useRealtime } from "./useRealtime.ts";

type Live = Pick<Realtime, "state" | "lostAt" | "campaigns">;
type Actions = Pick<Realtime, "begin" | "follow" | "dismiss">;

// Two contexts: what arrives ten times a second draws anew whoever shows it, and nobody else.
const LiveContext = createContext<Live | undefined>(undefined);
const ActionsContext = createContext<Actions | undefined>(undefined);

type Props = {
  uid: string;
  /** Another one is another session, with a connection of its own. */
  turn: number;
  events: RealtimeEvents;
  children: ReactNode;
};

/** Listens to the server for everything inside. */
export function RealtimeProvider({ uid, turn, events, children }: Props) {
  const { state, lostAt, campaigns, begin, follow, dismiss } = useRealtime({ uid, turn }, events);
  const live = useMemo(() => ({ state, lostAt, campaigns }), [state, lostAt, campaigns]);
  const actions = useMemo(() => ({ begin, follow, dismiss }), [begin, follow, dismiss]);
  return (
    <ActionsContext value={actions}>
      <LiveContext value={live}>{children}</LiveContext>
    </ActionsContext>
  );
}

/** The connection and what it last said of each campaign: whoever asks is drawn anew with every message. */
export function useLive(): Live {
  return present(useContext(LiveContext));
}

/** What begins and ends the watching of a campaign. */
export function useRealtimeActions(): Actions {
  return present(useContext(ActionsContext));
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A part stands outside of what listens to the server");
  return value;
}
