import { randomBytes } from "node:crypto";
import { connect } from "node:net";

/** A WebSocket client without manners: it can stall, flood and send frames that no browser would. */
export type RawSocket = {
  /** The status line of the handshake's answer. */
  status: string;
  /** Whole messages received so far, as text. */
  messages: string[];
  /** The close code once the server has closed, -1 where the connection ended without one. */
  closed: Promise<number>;
  /** The connection itself is gone. */
  ended: Promise<void>;
  /** A masked frame (RFC 6455 section 5.2); `claimBytes` lies about its length. */
  send(frame: Frame): void;
  /** Stops reading: the server's bytes pile up in the kernel, then on its side. */
  stall(): void;
  resume(): void;
  end(): void;
};

export function openRawSocket(options: {
  port: number;
  path: string;
  headers?: Record<string, string>;
}): Promise<RawSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<RawSocket>();
  const closed = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<void>();
  const messages: string[] = [];
  const reader = frameReader({ message: (text) => messages.push(text), close: closed.resolve });
  let head = "";
  const socket = connect(options.port, "127.0.0.1", () => socket.write(handshake(options)));
  socket.on("error", reject);
  socket.on("close", () => {
    closed.resolve(-1);
    ended.resolve();
  });
  socket.on("data", (chunk: Buffer) => {
    if (head.includes("\r\n\r\n")) return reader(chunk);
    const text = head + chunk.toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    head = end < 0 ? text : text.slice(0, end + 4);
    if (end < 0) return;
    const send: RawSocket["send"] = (frame) => void socket.write(maskedFrame(frame));
    const status = head.split("\r\n")[0] ?? "";
    const controls = { stall: () => void socket.pause(), resume: () => void socket.resume() };
    resolve({
      status,
      messages,
      closed: closed.promise,
      ended: ended.promise,
      send,
      ...controls,
      end: () => void socket.destroy(),
    });
    reader(Buffer.from(text.slice(end + 4), "latin1"));
  });
  return promise;
}

function handshake({
  port,
  path,
  headers = {},
}: {
  port: number;
  path: string;
  headers?: Record<string, string>;
}) {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-key": randomBytes(16).toString("base64"),
    "sec-websocket-version": "13",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

type Frame = { opcode?: number; payload?: Uint8Array; claimBytes?: number };

/** The mask is all zeros, which leaves the payload as it is. */
function maskedFrame({ opcode = 1, payload = new Uint8Array(), claimBytes }: Frame): Buffer {
  const length = claimBytes ?? payload.length;
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | length, 0, 0, 0, 0]), payload]);
  const head = Buffer.alloc(14);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** Reads the server's unmasked frames, whole or in pieces. */
function frameReader(on: {
  message(text: string): void;
  close(code: number): void;
}): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const short = (rest[1] ?? 0) & 0x7f;
      const headBytes = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (rest.length < headBytes) return;
      const length =
        short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
      if (rest.length < headBytes + length) return;
      const payload = rest.subarray(headBytes, headBytes + length);
      const opcode = (rest[0] ?? 0) & 0x0f;
      if (opcode === 1) on.message(payload.toString());
      if (opcode === 8) on.close(payload.length >= 2 ? payload.readUInt16BE(0) : 1005);
      rest = rest.subarray(headBytes + length);
    }
  };
}
