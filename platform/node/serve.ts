import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { finished } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Serve, ServeOptions } from "../serve.ts";
import { createSockets } from "./sockets.ts";

/** HTTP by Node's own server with Hono's adapter, WebSockets by ws. */
export const serve: Serve = async <Data>(options: ServeOptions<Data>) => {
  const sockets = createSockets(options.sockets);
  let pending = 0;
  const listener = listenerOf(options, sockets.upgrade);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    pending += 1;
    finished(outgoing, () => {
      pending -= 1;
    });
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
    const outgoing = new ServerResponse(incoming);
    outgoing.shouldKeepAlive = false;
    sockets.expect(incoming, { socket, head, outgoing });
    outgoing.assignSocket(socket as Parameters<ServerResponse["assignSocket"]>[0]);
    outgoing.on("finish", () => socket.end());
    socket.on("error", () => socket.destroy());
    answer(incoming, outgoing);
  });
  await listening(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    pendingRequests: () => pending,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await closed;
    },
    async cut() {
      sockets.cut();
      server.closeAllConnections();
      if (server.listening) server.close();
    },
  };
};

async function listening(server: Server, { port, hostname }: { port: number; hostname: string }) {
  server.listen({ port, host: hostname });
  await once(server, "listening");
}

/** Tells the adapter that the request has been answered by other means. */
const answered = { "x-hono-already-sent": "true" };

function listenerOf<Data>(
  { bodyBytes, answer, malformed, failed }: ServeOptions<Data>,
  upgrade: (incoming: IncomingMessage, data: Data) => boolean,
) {
  return getRequestListener(
    async (request, { incoming }) => {
      const message = incoming as IncomingMessage;
      if (Number(message.headers["content-length"] ?? 0) > bodyBytes)
        return new Response(null, { status: 413, headers: { connection: "close" } });
      if (URL.parse(request.url) === null) return malformed();
      const response = await answer(request, {
        address: message.socket.remoteAddress ?? "",
        upgrade: (data) => upgrade(message, data),
      });
      return response ?? new Response(null, { headers: answered });
    },
    {
      errorHandler: (fault) =>
        fault instanceof Error && fault.name === "RequestError" ? malformed() : failed(fault),
    },
  );
}
