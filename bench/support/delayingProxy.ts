import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

/**
 * Stands between a server on this machine and whoever speaks to it, and passes on what either says half a round trip later, as a
 * line of that length does; connecting itself takes no longer than here. Answers the port to use in place of the server's own.
 */
export async function startDelayingProxy(options: { port: number; roundTripMs: number }) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection(options.port, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        setTimeout(() => to.destroy(), options.roundTripMs);
      });
      // Timers of one length end in the order in which they began.
      from.on("data", (bytes: Buffer) => setTimeout(() => to.write(bytes), options.roundTripMs / 2));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
