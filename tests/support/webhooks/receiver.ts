import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { headers: Record<string, string>; body: string };
export type Behaviour = (request: Received, response: ServerResponse, incoming: IncomingMessage) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end("said");
  };

/** Somebody else's program over a socket, which keeps what it took in: what it answered 2xx. */
export async function startReceiver() {
  const asked: Received[] = [];
  const took: Received[] = [];
  let behave: Behaviour = answering(204);
  let server: Server;

  async function listen(on: number): Promise<number> {
    server = createServer((incoming, response) => {
      const pieces: Buffer[] = [];
      incoming.on("data", (piece: Buffer) => pieces.push(piece));
      incoming.on("end", () => {
        const headers = incoming.headers as Record<string, string>;
        const request = { headers, body: Buffer.concat(pieces).toString("utf8") };
        asked.push(request);
        behave(request, response, incoming);
        if (response.statusCode < 300 && response.writableEnded) took.push(request);
      });
    });
    await new Promise<void>((resolve) => server.listen(on, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }
  const listeningOn = await listen(0);
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return {
    url: `http://127.0.0.1:${listeningOn}/hook`,
    /** Everything that came, whatever was answered. */
    asked,
    /** What was answered 2xx. */
    took,
    behaves(next: Behaviour): void {
      behave = next;
    },
    idsTaken: () => took.map(({ headers }) => headers["webhook-id"] ?? ""),
    close,
    /** Gone for a while, and back under its address. */
    again: () => listen(listeningOn),
  };
}
