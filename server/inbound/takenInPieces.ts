import { connect as connectPlainly, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type {
  createStreamsTransport,
  ImapTransport,
  ImapTransportOptions,
  StreamsReader,
  StreamsSocket,
} from "imapflow";
import { inboundLimits } from "../../contract/limits/accounts/inbound.ts";

type Carried = StreamsSocket & { socket: Socket };

/**
 * How the IMAP client reaches its server: over the sockets that it would open itself, but a piece of what the server says at
 * a time, each in a turn of its own. The client takes microseconds for each line and none of its waits lets anybody else
 * have a turn, so of a server that sends lines without end it would otherwise do megabytes at once, for seconds.
 */
export function takenInPieces(transportOver: typeof createStreamsTransport): {
  transport: ImapTransport;
  /** How many lines the server has sent so far. */
  lines(): number;
} {
  let lines = 0;
  const note = (piece: Uint8Array) => {
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) lines += 1;
  };
  const transport = transportOver<Carried>({
    open({ secure, ...options }) {
      if (secure) return carriedBy(connectSecurely(tlsOptionsOf(options)), "secureConnect", note);
      return carriedBy(connectPlainly({ host: options.host, port: options.port }), "connect", note);
    },
    upgrade: ({ socket }, options) =>
      carriedBy(connectSecurely({ ...tlsOptionsOf(options), socket }), "secureConnect", note),
  });
  return { transport, lines: () => lines };
}

const lineFeed = 0x0a;

function tlsOptionsOf({ host, port, servername, tls }: ImapTransportOptions) {
  return { host, port, ...(servername === undefined ? {} : { servername }), ...tls };
}

function carriedBy(socket: Socket, isOpen: string, note: (piece: Uint8Array) => void): Carried {
  const opened = new Promise<void>((resolve, reject) => {
    socket.once(isOpen, resolve);
    // It stays, since an error that nobody listens for would end the process; whoever reads or writes then is told of it.
    socket.on("error", reject);
  });
  const write = (chunk: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  return {
    socket,
    opened: opened.then(() => ({
      readable: { getReader: () => readerOf(socket, note) },
      writable: { getWriter: () => ({ write, releaseLock() {} }) },
    })),
    close: () => socket.destroy(),
  };
}

function readerOf(socket: Socket, note: (piece: Uint8Array) => void): StreamsReader {
  let left: Uint8Array = new Uint8Array();
  return {
    async read() {
      await new Promise((resolve) => setImmediate(resolve));
      if (left.length === 0) left = (await chunkOf(socket)) ?? left;
      if (left.length === 0) return { done: true };
      const piece = left.subarray(0, inboundLimits.turnBytes);
      left = left.subarray(piece.length);
      note(piece);
      return { done: false, value: piece };
    },
    releaseLock() {},
  };
}

/** What has arrived, as soon as anything has; null at the end. It leaves no listener, since TLS may take the socket over. */
function chunkOf(socket: Socket): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const events = ["readable", "end", "error", "close"];
    const look = () => {
      const chunk: Uint8Array | null = socket.read();
      const isOver = socket.readableEnded || socket.destroyed;
      if (chunk === null && !isOver) return;
      for (const event of events) socket.off(event, look);
      if (chunk === null && socket.errored) reject(socket.errored);
      else resolve(chunk);
    };
    for (const event of events) socket.on(event, look);
    look();
  });
}
