import { connect, createServer, type Socket } from "node:net";

/**
 * A pooler in transaction mode, as others have them: whoever connects is given a connection of the server's for as long
 * as a transaction lasts. It speaks enough of the protocol (version 3, no password) for one statement after another.
 */
export async function openPooler(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const { port, hostname, username, pathname } = new URL(url);
  const idle: Upstream[] = [];
  const sockets = new Set<Socket>();
  const start = startup({ user: username, database: pathname.slice(1) });

  async function take(): Promise<Upstream> {
    const known = idle.pop();
    if (known !== undefined) return known;
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    const upstream: Upstream = { socket, onBytes: () => {} };
    socket.on("data", (bytes: Buffer) => upstream.onBytes(bytes));
    socket.on("error", () => {});
    await exchange(upstream, start, () => {});
    return upstream;
  }

  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => {});
    let held: Promise<Upstream> | null = null;
    let isGreeted = false;
    client.on("data", async (bytes: Buffer) => {
      if (!isGreeted) {
        isGreeted = true;
        client.write(greeting);
        return;
      }
      if (bytes[0] === goodbye) {
        client.end();
        return;
      }
      held ??= take();
      const upstream = await held;
      const isFree = await exchange(upstream, bytes, (answer) => client.write(answer));
      if (!isFree) return;
      held = null;
      idle.push(upstream);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const through = new URL(url);
  const address = server.address();
  through.port = String(typeof address === "object" && address ? address.port : 0);
  return {
    url: through.href,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Upstream = { socket: Socket; onBytes(bytes: Buffer): void };

const goodbye = "X".charCodeAt(0);
const ready = "Z".charCodeAt(0);

/** AuthenticationOk, a key that is nobody's, and ReadyForQuery. */
const greeting = Buffer.concat([
  message("R", Buffer.from([0, 0, 0, 0])),
  message("K", Buffer.alloc(8, 1)),
  message("Z", Buffer.from("I")),
]);

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function startup(values: Record<string, string>): Buffer {
  const pairs = Object.entries(values).map(([name, value]) => `${name}\0${value}\0`);
  const body = Buffer.from(`\0\x03\0\0${pairs.join("")}\0`, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}

/** Sends bytes and passes on what comes back until the server is ready; answers whether no transaction is open then. */
function exchange(upstream: Upstream, bytes: Buffer, pass: (answer: Buffer) => void): Promise<boolean> {
  return new Promise((resolve) => {
    let rest = Buffer.alloc(0);
    upstream.onBytes = (answer) => {
      pass(answer);
      rest = Buffer.concat([rest, answer]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = rest.readUInt32BE(1) + 1;
        if (rest[0] === ready) return resolve(rest.toString("latin1", 5, 6) === "I");
        rest = rest.subarray(end);
      }
    };
    upstream.socket.write(bytes);
  });
}
