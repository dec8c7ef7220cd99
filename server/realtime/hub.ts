import { Refusal } from "../../contract/errors.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { socketLimits } from "../../contract/limits/socket.ts";
import type { Topic } from "../../contract/realtime/changes.ts";
import type { Progress, RealtimeMessage } from "../../contract/realtime/messages.ts";
import { refused } from "../../contract/refused.ts";
import type { Listening } from "../../db/stores/identity/sessions.ts";
import type { Connection, Socket, SocketHandlers } from "../../platform/serve.ts";
import type { Caller } from "../core/caller.ts";
import type { Clock } from "../core/clock.ts";
import { refusalResponse } from "../http/middleware/errors.ts";
import type { Log } from "../log/log.ts";
import type { Settings } from "../settings/settings.ts";
import { type Channel, createChannel } from "./channel.ts";
import type { Openings } from "./openings.ts";
import { admitSocket, countFrame, type SocketData } from "./socket.ts";

/** A message as its source knows it; the hub gives it its number. */
export type UnnumberedMessage = {
  message: string;
  data: Omit<Progress, "seq">;
  /** The composed campaign of which this is one part's progress. */
  planId?: string;
};

export type Change = {
  workspaceId: WorkspaceId;
  topics: readonly Topic[];
  /** The session that has changed it, whose pages know already; null where it is nobody's. */
  by: string | null;
};

type HubOptions = {
  /** One message per campaign that somebody who just opened the workspace has to know of. */
  snapshot(workspaceId: WorkspaceId): Promise<readonly UnnumberedMessage[]>;
  /** Whether an Origin header names one of our own addresses. */
  isOwnOrigin(origin: string): boolean;
  settings: Pick<Settings, "plans">;
  /** A page of another site asked for a socket. */
  onForeign?(address: string): void;
  /** Counts who opens sockets; where limits are off nobody is counted. */
  openings?: Openings;
  clock: Clock;
  log: Log;
  /** How often one workspace's sockets are written to; the product's own rate unless said. */
  publishEveryMs?: number;
};

/** Close codes: 1008, 1009 and 1013 are RFC 6455's and its registry's; 4401 is ours for "your session has ended". */
const sessionEndedCode = 4401;

/** Who asks for a socket; looked up only where their address may ask at all. */
export type Visitor = { address: string; caller(): Promise<Caller | null> };

export type Hub = {
  /** Answers a request for `/ws/<uid>`: undefined once it has become a socket, else the refusal to send. */
  upgrade(
    request: Request,
    connection: Connection<SocketData>,
    visitor: Visitor,
  ): Promise<Response | undefined>;
  /** For whoever opens the port. */
  handlers: SocketHandlers<SocketData>;
  /** Cheap at any rate; without an open socket it costs nothing, since a new one starts with a snapshot. */
  publish(workspaceId: WorkspaceId, message: UnnumberedMessage): void;
  /** Tells that something in a workspace is another than before. Without an open socket it costs nothing. */
  changed(change: Change): void;
  /** Whether anybody here watches a workspace. */
  isWatched(workspaceId: WorkspaceId): boolean;
  /** Brings everybody up to date who watches here: something may have been missed. */
  resync(): void;
  endSessions(sessionIds: readonly string[]): void;
  /** By which sessions and which keys the open sockets listen, and where. */
  listening(): { sessions: Listening[]; keys: Listening[] };
  close(): void;
};

/** Realtime messages to browsers and terminals: `/ws/<uid>`. */
export function createHub(options: HubOptions): Hub {
  const sockets = new Set<Socket<SocketData>>();
  const channels = new Map<string, Channel>();
  let lastSeq = 0;
  let closing = false;

  /** Grows with every message, after a restart too, so that a client can tell older news from newer. */
  function nextSeq(): number {
    lastSeq = Math.max(lastSeq + 1, options.clock.now() * 1000);
    return lastSeq;
  }

  function number(message: UnnumberedMessage, seq: number): RealtimeMessage {
    return { message: message.message, data: { ...message.data, seq } };
  }

  function channelOf(workspaceId: WorkspaceId): Channel {
    const known = channels.get(workspaceId);
    if (known) return known;
    const channel = createChannel({
      log: options.log.with({ workspace: workspaceId }),
      publishEveryMs: options.publishEveryMs ?? socketLimits.publishEveryMs,
      async snapshot() {
        // Numbered before reading: whatever is published while it is being read is newer.
        const seq = nextSeq();
        return (await options.snapshot(workspaceId)).map((message) => number(message, seq));
      },
    });
    channels.set(workspaceId, channel);
    return channel;
  }

  return {
    async upgrade(request, connection, { address, caller }) {
      try {
        await options.openings?.from(address);
        const data = admitSocket(request, await caller(), options);
        await options.openings?.by(data.userId);
        if (closing || sockets.size >= socketLimits.total) throw refused("too_many_connections");
        if (connection.upgrade(data)) return undefined;
        throw refused("handshake_missing");
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === "forbidden") options.onForeign?.(address);
        return refuse(error);
      }
    },
    handlers: handlersOf({ sockets, channels, channelOf }),
    publish(workspaceId, message) {
      channels.get(workspaceId)?.publish(number(message, nextSeq()));
    },
    changed: ({ workspaceId, topics, by }) => channels.get(workspaceId)?.changed(topics, by),
    isWatched: (workspaceId) => channels.has(workspaceId),
    resync() {
      for (const socket of sockets) {
        const channel = channelOf(socket.data.workspaceId);
        channel.leave(socket);
        channel.join(socket);
      }
    },
    endSessions(sessionIds) {
      const ended = new Set(sessionIds);
      for (const socket of sockets)
        if (ended.has(socket.data.sessionId)) socket.close(sessionEndedCode, "Session ended");
    },
    listening() {
      const all = Array.from(sockets, ({ data }) => data);
      return { sessions: all.filter(({ isKey }) => !isKey), keys: all.filter(({ isKey }) => isKey) };
    },
    close() {
      closing = true;
      for (const channel of channels.values()) channel.flush();
      for (const socket of sockets) socket.close(1001, "The server is stopping");
    },
  };
}

type Shared = {
  sockets: Set<Socket<SocketData>>;
  channels: Map<string, Channel>;
  channelOf(workspaceId: WorkspaceId): Channel;
};

/** What happens on sockets. Nothing a client says is acted upon; it is only counted. */
function handlersOf({ sockets, channels, channelOf }: Shared): SocketHandlers<SocketData> {
  const { incomingBytes, backlogBytes, pingMs, closeMs } = socketLimits;
  return {
    incomingBytes,
    backlogBytes,
    pingMs,
    closeMs,
    open(socket) {
      const channel = channelOf(socket.data.workspaceId);
      if (channel.sizeOf(socket.data.userId) >= socketLimits.perUser)
        return socket.close(1013, "Too many connections");
      sockets.add(socket);
      channel.join(socket);
    },
    heard(socket) {
      if (!countFrame(socket.data)) socket.close(1008, "Too many messages");
    },
    drain(socket) {
      channels.get(socket.data.workspaceId)?.drained(socket);
    },
    close(socket) {
      sockets.delete(socket);
      const channel = channels.get(socket.data.workspaceId);
      channel?.leave(socket);
      if (channel?.size() !== 0) return;
      channel.flush();
      channels.delete(socket.data.workspaceId);
    },
  };
}

/** Refusals of a handshake have the same shape as every other one. */
function refuse(refusal: Refusal): Response {
  const response = refusalResponse(refusal);
  response.headers.set("cache-control", "no-store");
  return response;
}
