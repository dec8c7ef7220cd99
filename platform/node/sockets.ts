import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import type { Socket, SocketHandlers } from "../serve.ts";

/** A request that asked to become a socket, before anybody decided. */
type Handshake = { socket: Duplex; head: Buffer; outgoing: ServerResponse };

/** The WebSockets of a server: what Bun does by itself with pings, backlogs and frames is done here. */
export function createSockets<Data>({
  incomingBytes,
  backlogBytes,
  pingMs,
  closeMs,
  ...on
}: SocketHandlers<Data>) {
  // The types of ws do not know of its closeTimeout yet.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    maxPayload: incomingBytes,
    clientTracking: true,
    closeTimeout: closeMs,
  };
  const server = new WebSocketServer(options);
  const handshakes = new WeakMap<IncomingMessage, Handshake>();
  const silent = new WeakSet<WebSocket>();

  function attach(native: WebSocket, stream: Duplex, data: Data): void {
    const socket: Socket<Data> = {
      data,
      sendText(text) {
        if (native.readyState !== native.OPEN) return 0;
        const length = Buffer.byteLength(text);
        if (native.bufferedAmount + length > backlogBytes) {
          native.terminate();
          return 0;
        }
        native.send(text, () => {
          if (native.readyState === native.OPEN && native.bufferedAmount === 0) on.drain(socket);
        });
        return length;
      },
      getBufferedAmount: () => native.bufferedAmount,
      cork(work) {
        stream.cork();
        work();
        stream.uncork();
      },
      close: (code, reason) => native.close(code, reason),
    };
    const heard = () => {
      // It has been told to go. ws would take in all that it still sends until it answers, so nothing more is read of it.
      if (native.readyState !== native.OPEN) return native.pause();
      silent.delete(native);
      on.heard(socket);
    };
    native.on("message", heard).on("ping", heard).on("pong", heard);
    native.on("close", () => on.close(socket));
    // A frame that breaks the rules: ws closes the socket with the code for it.
    native.on("error", () => {});
    on.open(socket);
  }

  const asking = setInterval(() => {
    for (const native of server.clients) {
      if (silent.has(native)) native.terminate();
      silent.add(native);
      native.ping();
    }
  }, pingMs);
  asking.unref();

  return {
    /** Keeps what a handshake came with until it is decided. */
    expect(incoming: IncomingMessage, handshake: Handshake): void {
      handshakes.set(incoming, handshake);
    },

    /** False where the request is no handshake that ws understands; it stays to be answered then. */
    upgrade(incoming: IncomingMessage, data: Data): boolean {
      const handshake = handshakes.get(incoming);
      if (handshake === undefined || !isHandshake(incoming)) return false;
      const { socket, head, outgoing } = handshake;
      outgoing.detachSocket(socket as Parameters<ServerResponse["detachSocket"]>[0]);
      // Nothing will be written to it; whoever waits for its end is told that it has come.
      outgoing.destroy();
      server.handleUpgrade(incoming, socket, head, (native) => attach(native, socket, data));
      return true;
    },

    /** Ends every socket without a word. */
    cut(): void {
      clearInterval(asking);
      for (const native of server.clients) native.terminate();
    },
  };
}

/** ws answers what is no handshake itself, and bare; we answer like everywhere else. */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers["sec-websocket-key"] ?? "") &&
    ["8", "13"].includes(headers["sec-websocket-version"] ?? "")
  );
}
