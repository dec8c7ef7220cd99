import { afterEach, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { createStreamsTransport } from "imapflow";
import { inboundLimits } from "../../../contract/limits/accounts/inbound.ts";
import { mib } from "../../../contract/limits/units.ts";
import { takenInPieces } from "../../../server/inbound/takenInPieces.ts";

const { turnBytes } = inboundLimits;
let server: Server;
afterEach(() => server.close());

async function listening(said: Buffer): Promise<number> {
  server = createServer((socket) => socket.on("error", () => {}).end(said));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

test("what a mailbox' server says at once is taken in over many turns, between which others have theirs", async () => {
  const said = Buffer.from("* 1 EXISTS\r\n".repeat(mib / 12));
  const port = await listening(said);
  const { transport, lines } = takenInPieces(createStreamsTransport);
  let [whole, inThisTurn, most] = [0, 0, 0];
  const nextTurn = () => {
    inThisTurn = 0;
    if (whole < said.length) setImmediate(nextTurn);
  };
  await new Promise<void>((resolve, reject) => {
    const options = { host: "127.0.0.1", port, secure: false };
    const socket = transport.connect(options, nextTurn);
    socket.on("data", (piece: Buffer) => {
      whole += piece.length;
      inThisTurn += piece.length;
      most = Math.max(most, inThisTurn);
    });
    socket.on("end", resolve).on("error", reject);
  });
  expect([whole, lines()]).toEqual([said.length, said.length / 12]);
  // A turn may begin with one piece before the test's own is counted, and end with the next.
  expect(most).toBeLessThanOrEqual(2 * turnBytes);
});

test("a server that hangs up in the middle has said what it said", async () => {
  const port = await listening(Buffer.from("* OK\r\n* half"));
  const { transport } = takenInPieces(createStreamsTransport);
  const heard = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = transport.connect({ host: "127.0.0.1", port, secure: false }, () => {});
    socket.on("data", (piece: Buffer) => {
      text += piece.toString();
    });
    socket.on("end", () => resolve(text)).on("error", reject);
  });
  expect(heard).toBe("* OK\r\n* half");
});
