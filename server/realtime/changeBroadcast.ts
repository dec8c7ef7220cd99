import { socketLimits } from "../../contract/limits/socket.ts";
import type { Topic } from "../../contract/realtime/changes.ts";
import type { ChangedMessage } from "../../contract/realtime/messages.ts";
import type { Socket as OpenSocket } from "../../platform/serve.ts";
import type { SocketData } from "./socket.ts";

type Socket = OpenSocket<SocketData>;

type ChangeBroadcast = {
  /** Topics that have changed, and the one session that has changed them: its pages know already. */
  add(topics: readonly Topic[], by: string | null): void;
  /** Tells a socket that was stalled what it has missed. */
  caughtUp(socket: Socket): void;
  /** Tells what is still waiting, and stops the timer. */
  end(): void;
};

/**
 * Gathers what changes in a workspace for a moment and tells each topic once. What is told has no order, so whoever still
 * waits for a snapshot hears it at once; whoever is stalled, once that is over.
 */
export function createChangeBroadcast({
  told,
  stalled,
}: {
  told: readonly ReadonlySet<Socket>[];
  stalled: ReadonlySet<Socket>;
}): ChangeBroadcast {
  /** Which one session has changed a topic; null where it was several, or none. */
  const changes = new Map<Topic, string | null>();
  const untold = new WeakMap<Socket, Set<Topic>>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  function end(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const gathered = [...changes];
    changes.clear();
    const newsTo = ({ data }: Socket) =>
      gathered.filter(([, by]) => by !== data.sessionId).map(([topic]) => topic);
    for (const sockets of told) for (const socket of sockets) tell(socket, newsTo(socket));
    for (const socket of stalled)
      untold.set(socket, new Set([...(untold.get(socket) ?? []), ...newsTo(socket)]));
  }

  return {
    add(topics, by) {
      for (const topic of topics)
        changes.set(topic, changes.has(topic) && changes.get(topic) !== by ? null : by);
      timer ??= setTimeout(end, socketLimits.changedEveryMs);
    },
    caughtUp(socket) {
      tell(socket, [...(untold.get(socket) ?? [])]);
      untold.delete(socket);
    },
    end,
  };
}

function tell(socket: Socket, topics: Topic[]): void {
  if (topics.length === 0) return;
  const message: ChangedMessage = { message: "", data: { target: "changed", topics } };
  socket.sendText(JSON.stringify(message));
}
