import type { UserId } from "../../contract/identity/scope.ts";
import { socketLimits } from "../../contract/limits/socket.ts";
import type { Topic } from "../../contract/realtime/changes.ts";
import type { RealtimeMessage } from "../../contract/realtime/messages.ts";
import type { Socket as OpenSocket } from "../../platform/serve.ts";
import type { Log } from "../log/log.ts";
import { createChangeBroadcast } from "./changeBroadcast.ts";
import type { SocketData } from "./socket.ts";

type Socket = OpenSocket<SocketData>;

type ChannelOptions = {
  /** The whole present state, with one seq that is older than whatever is published from now on. */
  snapshot(): Promise<readonly RealtimeMessage[]>;
  publishEveryMs: number;
  log: Log;
};

/** One workspace's sockets: what is published to them, and how each of them catches up. */
export type Channel = {
  size(): number;
  /** How many of them are one person's. */
  sizeOf(userId: UserId): number;
  join(socket: Socket): void;
  leave(socket: Socket): void;
  publish(message: RealtimeMessage): void;
  /** Tells which topics have changed, all but the session that has changed them: its pages know already. */
  changed(topics: readonly Topic[], by: string | null): void;
  /** A socket whose backlog has gone out; if it missed something meanwhile it gets a snapshot. */
  drained(socket: Socket): void;
  /** Sends all that is still waiting and stops the timer. */
  flush(): void;
};

/**
 * Messages are held per campaign, the newest only, and go out together at most every `publishEveryMs`: memory and
 * traffic depend on the number of campaigns, not on the speed of sending, and the last message always goes out.
 */
export function createChannel(options: ChannelOptions): Channel {
  const live = new Set<Socket>();
  const waiting = new Set<Socket>();
  const stalled = new Set<Socket>();
  const pending = new Map<string, RealtimeMessage>();
  const changes = createChangeBroadcast({ told: [live, waiting], stalled });
  /** While a snapshot is being read: what was published since, so that nobody who waits for it misses that. */
  let sinceSnapshot: Map<string, string> | null = null;
  let flushedAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(messagesMax: number): void {
    if (timer) clearTimeout(timer);
    flushedAtMs = performance.now();
    for (const socket of live) if (socket.getBufferedAmount() > 0) setAside(socket);
    for (const [campaignId, message] of [...pending].slice(0, messagesMax)) {
      pending.delete(campaignId);
      const text = JSON.stringify(message);
      sinceSnapshot?.set(campaignId, text);
      for (const socket of live) socket.sendText(text);
    }
    timer = pending.size > 0 ? setTimeout(flushSome, options.publishEveryMs) : null;
  }

  /** A bounded number at once, so that even a reader who keeps up is never handed more than its backlog may hold. */
  function flushSome(): void {
    flush(socketLimits.publishBatch);
  }

  /** A reader that has not taken the last message gets no more: its backlog would grow with the campaign. */
  function setAside(socket: Socket): void {
    live.delete(socket);
    stalled.add(socket);
  }

  /** Sockets that come while a snapshot is being read share it. */
  async function catchUp(socket: Socket): Promise<void> {
    waiting.add(socket);
    if (sinceSnapshot) return;
    const since = new Map<string, string>();
    sinceSnapshot = since;
    try {
      const snapshot = await options.snapshot();
      const texts = [...snapshot.map((message) => JSON.stringify(message)), ...since.values()];
      for (const each of waiting) bringUp(each, texts);
    } catch (error) {
      options.log.error("What somebody missed of their campaigns could not be read", { error });
      for (const each of waiting) each.close(1013, "Try again later");
    } finally {
      sinceSnapshot = null;
      waiting.clear();
    }
  }

  function bringUp(socket: Socket, texts: readonly string[]): void {
    const taken = takes(socket, texts);
    if (taken) changes.caughtUp(socket);
    if (taken) live.add(socket);
    else socket.close(1013, "Too slow");
  }

  return {
    size: () => live.size + waiting.size + stalled.size,
    sizeOf: (userId) =>
      [...live, ...waiting, ...stalled].filter((socket) => socket.data.userId === userId).length,
    join: (socket) => void catchUp(socket),
    leave(socket) {
      for (const set of [live, waiting, stalled]) set.delete(socket);
    },
    publish(message) {
      pending.set(message.data.campaignId, message);
      if (timer) return;
      const waitMs = flushedAtMs + options.publishEveryMs - performance.now();
      if (waitMs <= 0) flushSome();
      else timer = setTimeout(flushSome, waitMs);
    },
    drained(socket) {
      if (socket.getBufferedAmount() === 0 && stalled.delete(socket)) void catchUp(socket);
    },
    changed: changes.add,
    flush() {
      changes.end();
      flush(pending.size);
    },
  };
}

/** Whether a socket took all of it. */
function takes(socket: Socket, texts: readonly string[]): boolean {
  let taken = true;
  socket.cork(() => {
    for (const text of texts) taken = taken && socket.sendText(text) !== 0;
  });
  return taken;
}
