import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Duplex, finished } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { defaultHost, keptInUse, type Serve, type ServeOptions } from "../serve.ts";
import { createSockets } from "./sockets.ts";

/** HTTP by Node's own server with Hono's adapter, WebSockets by ws. */
export const serve: Serve = async <Data>(options: ServeOptions<Data>) => {
  const sockets = createSockets(options.sockets);
  let pending = 0;
  const listener = listenerOf(options, sockets.upgrade);
  const waiting = new WeakMap<Socket, number>();
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const ofSocket = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, ofSocket);
    // What is left of the packet is still parsed, and each request of it comes here.
    if (ofSocket > options.pipelinedMax) return void socket.destroy();
    pending += 1;
    finished(outgoing, () => {
      pending -= 1;
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    });
    outgoing.on("finish", () => letGo(incoming));
    void listener(incoming, outgoing);
  };
  const server = createServer(
    // How long a body may take is each route's to say.
    {
      requestTimeout: 0,
      headersTimeout: options.idleSeconds * 1000,
      keepAliveTimeout: options.idleSeconds * 1000,
    },
    answer,
  );
  server.timeout = options.idleSeconds * 1000;
  // A handshake goes through the same answers as any other request, and is answered like one where it is refused.
  server.on("upgrade", (incoming, socket, head) => {
    const outgoing = lastResponseOn(socket, incoming);
    sockets.expect(incoming, { socket, head, outgoing });
    answer(incoming, outgoing);
  });
  // Left to itself Node hangs up on whoever takes it for a proxy. What they ask for is another server, not a path.
  server.on("connect", (incoming, socket) => {
    incoming.url = "/";
    answer(incoming, lastResponseOn(socket, incoming));
  });
  await listening(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    pendingRequests: () => pending,
    async stop() {
      const closed = once(server, "close");
      server.close();
      await closed;
    },
    async cut() {
      sockets.cut();
      server.closeAllConnections();
      if (server.listening) server.close();
    },
  };
};

/**
 * Takes the rest of a body that was answered before it had all come, as one that is too large is. The stream that the
 * app read it by holds it back otherwise, and the connection would be cut under the client's next request.
 */
function letGo(incoming: IncomingMessage): void {
  if (incoming.readableEnded) return;
  incoming.removeAllListeners("data");
  incoming.resume();
}

/** The response to a request whose connection Node has handed over; nothing is read from that afterwards. */
function lastResponseOn(socket: Duplex, incoming: IncomingMessage): ServerResponse {
  const outgoing = new ServerResponse(incoming);
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socket as Socket);
  outgoing.on("finish", () => socket.end());
  socket.on("error", () => socket.destroy());
  return outgoing;
}

async function listening(server: Server, { port, hostname }: { port: number; hostname: string }) {
  server.listen({ port, host: hostname });
  await once(server, "listening");
}

/** Tells the adapter that the request has been answered by other means. */
const answered = { "x-hono-already-sent": "true" };

/** More than one is malformed (RFC 9112, 3.2); `headers` has the first alone. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
}

function listenerOf<Data>(
  { bodyBytes, idleSeconds, answer, malformed, failed }: ServeOptions<Data>,
  upgrade: (incoming: IncomingMessage, data: Data) => boolean,
) {
  return getRequestListener(
    async (request, { incoming }) => {
      const message = incoming as IncomingMessage;
      if (Number(message.headers["content-length"] ?? 0) > bodyBytes)
        return new Response(null, { status: 413, headers: { connection: "close" } });
      // Without a Host the adapter takes the default one, which HTTP/1.0 may mean; an empty Host is malformed.
      if (message.headers.host === "" || hostCount(message) > 1 || URL.parse(request.url) === null)
        return malformed();
      const response = await answer(request, {
        address: message.socket.remoteAddress ?? "",
        upgrade: (data) => upgrade(message, data),
        atWork: () => keptInUse(idleSeconds, () => void message.socket.setTimeout(idleSeconds * 1000)),
      });
      return response ?? new Response(null, { headers: answered });
    },
    {
      hostname: defaultHost,
      errorHandler: (fault) =>
        fault instanceof Error && fault.name === "RequestError" ? malformed() : failed(fault),
    },
  );
}
