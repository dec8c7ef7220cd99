import type { Server, ServerWebSocket } from "bun";
import { defaultHost, keptInUse, type Serve, type SocketHandlers } from "../serve.ts";

/** HTTP and WebSockets by Bun's own server. */
export const serve: Serve = async <Data>({
  port,
  hostname,
  bodyBytes,
  idleSeconds,
  pipelinedMax,
  sockets,
  answer,
  malformed,
  failed,
}: Parameters<typeof serve<Data>>[0]) => {
  const isReadable = originReading();
  const isTooMany = pipelining(pipelinedMax);
  const server = Bun.serve<Data>({
    port,
    hostname,
    maxRequestBodySize: bodyBytes,
    idleTimeout: idleSeconds,
    // Without it Bun answers an unexpected error with its own page, stack and all.
    development: false,
    // Outside of development Bun lets two servers take one port, and each would get half of the calls.
    reusePort: false,
    websocket: websocketOf(sockets),
    fetch: (request, bun) => {
      if (isTooMany(() => bun.requestIP(request)))
        return new Response(null, { status: 503, headers: { connection: "close" } });
      const named = isReadable(request.url) ? request : onDefaultHost(request);
      // Of two Host headers (RFC 9112, 3.2) Bun makes one text, and whoever stands before us may have gone by the other.
      if (named === undefined || request.headers.get("host")?.includes(",")) return malformed();
      return answer(named, {
        get address() {
          return bun.requestIP(request)?.address ?? "";
        },
        upgrade: (data) => (bun as Server<unknown>).upgrade(request, { data }),
        atWork: () => keptInUse(idleSeconds, () => bun.timeout(request, idleSeconds)),
      });
    },
    error: failed,
  });
  return {
    port: server.port ?? port,
    pendingRequests: () => server.pendingRequests,
    stop: () => server.stop(false),
    cut: () => server.stop(true),
  };
};

/**
 * HTTP/1.0 knows no Host, and load balancers ask for health by it; Bun then leaves the path alone as the address.
 * undefined where a Host was sent that makes the address unreadable, an empty one too (RFC 9112, 3.2 and 3.3).
 */
function onDefaultHost(request: Request): Request | undefined {
  if (request.headers.has("host") || !request.url.startsWith("/")) return undefined;
  return new Request(`http://${defaultHost}${request.url}`, request);
}

/** The part of an address before its path is the same in nearly every request, and no path makes one malformed. */
function originReading(): (url: string) => boolean {
  let known = "";
  return (url) => {
    if (known !== "" && url.startsWith(known)) return true;
    const parsed = URL.parse(url);
    if (parsed === null) return false;
    const start = `${parsed.origin}/`;
    if (url.startsWith(start)) known = start;
    return true;
  };
}

/**
 * Whether a connection has sent too many requests at once. Bun hangs up by itself where one comes while another is being
 * answered; those that are answered at once come one after the other without a turn for anybody else. Whose they are is
 * looked at only in a turn that has many.
 */
function pipelining(max: number): (peerOf: () => { address: string; port: number } | null) => boolean {
  let inTurn = 0;
  const counts = new Map<string, number>();
  const begin = () => {
    inTurn = 0;
    counts.clear();
  };
  return (peerOf) => {
    if (inTurn === 0) setImmediate(begin);
    inTurn += 1;
    if (inTurn <= max) return false;
    const peer = peerOf();
    if (peer === null) return false;
    const name = `${peer.address} ${peer.port}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count > max;
  };
}

/** Bun cuts a socket in the moment in which it closes it, so `closeMs` is nothing to it. */
function websocketOf<Data>({ incomingBytes, backlogBytes, pingMs, ...on }: SocketHandlers<Data>) {
  const heard = (socket: ServerWebSocket<Data>) => on.heard(socket);
  return {
    maxPayloadLength: incomingBytes,
    backpressureLimit: backlogBytes,
    closeOnBackpressureLimit: true,
    // Bun pings shortly before this runs out, so a dead peer is gone after two ping times at the latest.
    idleTimeout: (2 * pingMs) / 1000,
    open: (socket: ServerWebSocket<Data>) => on.open(socket),
    message: heard,
    ping: heard,
    pong: heard,
    drain: (socket: ServerWebSocket<Data>) => on.drain(socket),
    close: (socket: ServerWebSocket<Data>) => on.close(socket),
  };
}
