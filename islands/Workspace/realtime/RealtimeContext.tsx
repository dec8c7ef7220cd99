import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Realtime, type RealtimeEvents, useRealtime } from "./useRealtime.ts";

type Live = Pick<Realtime, "state" | "lostAt" | "campaigns">;
type Actions = Pick<Realtime, "begin" | "follow" | "dismiss">;

// Two contexts, so that what arrives ten times a second renders only the components that show it.
const LiveContext = createContext<Live | undefined>(undefined);
const ActionsContext = createContext<Actions | undefined>(undefined);

type Props = {
  uid: string;
  /** Changes with each session, which has a connection of its own. */
  turn: number;
  events: RealtimeEvents;
  children: ReactNode;
};

/** Connects everything inside to the server's events. */
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

/** The connection and the latest progress of each campaign. Every message renders the calling component again. */
export function useLive(): Live {
  return present(useContext(LiveContext));
}

/** The functions that begin and end watching a campaign. */
export function useRealtimeActions(): Actions {
  return present(useContext(ActionsContext));
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A part stands outside of what listens to the server");
  return value;
}
