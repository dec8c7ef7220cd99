import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * Stands before a server that speaks TLS from the first byte, and passes on as many connections at once as it takes. What is too
 * many it refuses before anything is encrypted, as exim does (`smtp_accept_max_per_host`).
 */
export async function startPlainWhenFull(server: { port: number }, limit: { takes: number }) {
  const open = new Set<Socket>();
  let refusedCount = 0;
  const all = new Set<Socket>();
  const front = createServer((client) => {
    client.on("error", () => {});
    all.add(client);
    client.on("close", () => all.delete(client));
    if (open.size >= limit.takes) {
      refusedCount += 1;
      client.end("421 Too many concurrent SMTP connections from this IP address; please try again later\r\n");
      // It is not waited for what the other side has to say.
      client.resume();
      return;
    }
    open.add(client);
    const behind = connect(server.port, "127.0.0.1");
    behind.on("error", () => {});
    client.on("close", () => {
      open.delete(client);
      behind.destroy();
    });
    behind.on("close", () => client.destroy());
    client.pipe(behind).pipe(client);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    port: (front.address() as AddressInfo).port,
    refusedCount: () => refusedCount,
    close() {
      for (const client of all) client.destroy();
      front.close();
    },
  };
}
