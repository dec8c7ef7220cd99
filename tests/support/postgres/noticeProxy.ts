import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

/** What becomes of a notice on its way from PostgreSQL to one of the processes. */
export type NoticeFate = "lost" | "doubled";

const noticeType = "A".charCodeAt(0);
const headBytes = 5;

/**
 * Stands between a PostgreSQL and whoever speaks to it, and passes on everything but notices as it is: those are lost, all
 * of them, or come twice. Answers the address to use in place of the database's own.
 */
export async function startNoticeProxy(databaseUrl: string, fate: NoticeFate) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let noticeCount = 0;
  const server = createServer((client) => {
    const upstream = createConnection(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    let rest: Buffer = Buffer.alloc(0);
    upstream.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      const passed: Buffer[] = [];
      // Each message is a letter, its length without that letter, and what it says.
      while (rest.length >= headBytes && rest.length > rest.readUInt32BE(1)) {
        const message = rest.subarray(0, rest.readUInt32BE(1) + 1);
        rest = rest.subarray(message.length);
        const isNotice = message[0] === noticeType;
        if (isNotice) noticeCount += 1;
        if (!isNotice || fate === "doubled") passed.push(message);
        if (isNotice && fate === "doubled") passed.push(message);
      }
      client.write(Buffer.concat(passed));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    noticeCount: () => noticeCount,
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
