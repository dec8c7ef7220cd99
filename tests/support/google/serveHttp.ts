import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = { method: string; url: URL; headers: IncomingMessage["headers"]; body: string };
export type Told =
  | { status: number; headers?: Record<string, string>; body: string; breaksOff?: true }
  | "cut"
  | "mute";

/** An HTTP server on a port of the system's choosing that can also cut a connection or say nothing at all. */
export async function serveHttp(answer: (asked: Asked) => Promise<Told>) {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) pieces.push(piece as Buffer);
    } catch {
      return;
    }
    const told = await answer({
      method: request.method ?? "GET",
      url: new URL(request.url ?? "/", "http://stand-in"),
      headers: request.headers,
      body: Buffer.concat(pieces).toString("utf8"),
    });
    if (told === "cut") request.socket.destroy();
    if (told === "mute" || told === "cut") return;
    if (told.breaksOff) {
      response.writeHead(told.status, { ...told.headers, "content-length": told.body.length + 100 });
      response.write(told.body, () => request.socket.destroy());
      return;
    }
    response.writeHead(told.status, told.headers);
    response.end(told.body);
  });
  let connectionCount = 0;
  server.on("connection", () => {
    connectionCount += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A stand-in alone must not keep a test process alive.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connectionCount: () => connectionCount,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
