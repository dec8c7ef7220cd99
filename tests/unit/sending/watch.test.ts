import { afterEach, expect, test } from "bun:test";
import type { ServerWebSocket } from "bun";
import { socketLimits } from "../../../contract/limits/socket.ts";
import {
  reconnectDelayMs,
  type WatchOptions,
  type WatchState,
  watch,
} from "../../../contract/realtime/watch.ts";
import { message } from "../../support/server/realtimeMessage.ts";

type Connection = { path: string; authorization: string | null };
let closeServer: (() => void) | null = null;

afterEach(() => closeServer?.());

/** A real socket server that does what the test says with each connection, counted from 0. */
function serve(
  onOpen: (socket: ServerWebSocket<number>, nth: number) => void,
  answer: (request: Request) => Response | undefined = () => undefined,
) {
  const connections: Connection[] = [];
  const server = Bun.serve<number>({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request, self) {
      const other = answer(request);
      if (other) return other;
      const data = connections.push({
        path: new URL(request.url).pathname,
        authorization: request.headers.get("authorization"),
      });
      self.upgrade(request, { data: data - 1 });
      return undefined;
    },
    websocket: { open: (socket) => onOpen(socket, socket.data), message() {} },
  });
  closeServer = () => void server.stop(true);
  return { base: `http://127.0.0.1:${server.port}`, connections };
}

function start(base: string, options: Partial<WatchOptions> = {}) {
  const states: WatchState[] = [];
  const pauses: number[] = [];
  const stop = new AbortController();
  const messages = watch({
    base,
    uid: "u1",
    token: "secret",
    signal: stop.signal,
    onState: (state) => states.push(state),
    pause: async (ms) => {
      pauses.push(ms);
    },
    ...options,
  });
  return { messages, states, pauses, stop };
}

test("messages come from the person's own socket, with the token in a header and not in the address", async () => {
  const { base, connections } = serve((socket) => {
    socket.send(JSON.stringify(message({ success: 7 })));
  });
  const { messages, states, stop } = start(base);
  const first = await messages.next();
  expect(first.value?.data.success).toBe(7);
  expect(connections).toEqual([{ path: "/ws/u1", authorization: "Bearer secret" }]);
  expect(states).toEqual(["connecting", "open"]);
  stop.abort();
  expect((await messages.next()).done).toBe(true);
});

test("a closed connection comes back after two seconds and brings a new snapshot", async () => {
  const { base } = serve((socket, nth) => {
    socket.send(JSON.stringify(message({ success: nth })));
    if (nth === 0) socket.close(1001);
  });
  const { messages, states, pauses } = start(base);
  expect((await messages.next()).value?.data.success).toBe(0);
  expect((await messages.next()).value?.data.success).toBe(1);
  expect(pauses).toEqual([socketLimits.reconnectMs]);
  expect(states).toEqual(["connecting", "open", "reconnecting", "open"]);
  await messages.return();
});

test("one tab too many, closed with 1013 each time it came, knocked every two seconds for ever: its waits grow", async () => {
  const { base } = serve((socket) => socket.close(1013));
  const { messages, pauses, stop } = start(base, {
    pause: async (ms) => {
      if (pauses.push(ms) === 4) stop.abort();
    },
  });
  expect((await messages.next()).done).toBe(true);
  for (const [at, leastMs] of [2_000, 4_000, 8_000, 16_000].entries())
    expect(pauses[at]).toBeGreaterThanOrEqual(leastMs);
});

test.each([4401, 1008])("a connection closed with %d is not tried again", async (code) => {
  const { base, connections } = serve((socket) => socket.close(code));
  const { messages, states } = start(base);
  expect((await messages.next()).done).toBe(true);
  expect(states.at(-1)).toBe("refused");
  expect(connections).toHaveLength(1);
});

test("a handshake answered with 401 ends the watching", async () => {
  const unauthorized = () => Response.json({ message: "Unauthorized" }, { status: 401 });
  const { base } = serve(() => {}, unauthorized);
  const { messages, states } = start(base);
  expect((await messages.next()).done).toBe(true);
  expect(states).toEqual(["connecting", "refused"]);
});

test("while no connection succeeds, the waits grow up to the limit", async () => {
  let tries = 0;
  const { base } = serve(
    () => {},
    () => {
      tries += 1;
      return new Response("down", { status: 503 });
    },
  );
  const { messages, pauses, stop } = start(base, {
    pause: async (ms) => {
      if (pauses.push(ms) === 8) stop.abort();
    },
  });
  expect((await messages.next()).done).toBe(true);
  expect(tries).toBeGreaterThanOrEqual(8);
  expect(pauses[1]).toBeGreaterThanOrEqual(socketLimits.reconnectMs * 2);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(socketLimits.reconnectMaxMs);
});

test("the wait never passes the limit, however many tries failed and whatever the dice say", () => {
  for (const failures of [0, 1, 2, 5, 10, 100, 2000])
    for (const random of [0, 0.5, 0.999]) {
      const ms = reconnectDelayMs(failures, random);
      expect(ms).toBeGreaterThanOrEqual(socketLimits.reconnectMs);
      expect(ms).toBeLessThanOrEqual(socketLimits.reconnectMaxMs);
    }
});

test("anything that is not progress of ours is passed over", async () => {
  const { base } = serve((socket) => {
    const good = message({ success: 3 });
    for (const junk of ["no json", "null", "[]", '{"message":"hi"}', '{"data":{"target":"other"}}'])
      socket.send(junk);
    socket.send(JSON.stringify({ ...good, data: { ...good.data, state: "constructor" } }));
    socket.send(JSON.stringify({ ...good, data: { ...good.data, failedEmails: [1] } }));
    socket.send(JSON.stringify({ ...good, data: { ...good.data, total: "12" } }));
    socket.send(JSON.stringify(good));
  });
  const { messages } = start(base);
  expect((await messages.next()).value?.data.success).toBe(3);
  await messages.return();
});

test("a reader that lags gets the newest message of each campaign and nothing piles up", async () => {
  const last = 5_000;
  const { base } = serve((socket) => {
    for (let seq = 1; seq <= last; seq += 1) {
      socket.send(JSON.stringify(message({ campaignId: "a", seq })));
      socket.send(JSON.stringify(message({ campaignId: "b", seq })));
    }
  });
  const { messages } = start(base);
  const newest = new Map<string, number>();
  let read = 0;
  for await (const { data } of messages) {
    read += 1;
    newest.set(data.campaignId, data.seq);
    // A reader slower than the socket: a whole turn of the event loop for each message.
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (newest.get("a") === last && newest.get("b") === last) break;
  }
  expect(read).toBeLessThan(last);
});

test("a reader that stops closes the socket", async () => {
  const closed = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, self) => void self.upgrade(request, { data: undefined }),
    websocket: {
      open: (socket) => void socket.send(JSON.stringify(message({}))),
      message() {},
      close: () => closed.resolve(),
    },
  });
  closeServer = () => void server.stop(true);
  const { messages } = start(`http://127.0.0.1:${server.port}`);
  await messages.next();
  await messages.return();
  await closed.promise;
});

test("of one campaign, news older than what was already seen is passed over", async () => {
  const { base } = serve((socket) => {
    for (const [campaignId, seq] of [
      ["a", 5],
      ["b", 2],
      ["a", 4],
      ["a", 6],
      ["b", 1],
    ] as const)
      socket.send(JSON.stringify(message({ campaignId, seq })));
    socket.send(JSON.stringify(message({ campaignId: "end", seq: 1 })));
  });
  const { messages, stop } = start(base);
  const newest = new Map<string, number>();
  for await (const { data } of messages) {
    if (data.campaignId === "end") break;
    expect(data.seq).toBeGreaterThan(newest.get(data.campaignId) ?? 0);
    newest.set(data.campaignId, data.seq);
  }
  stop.abort();
  expect([...newest]).toEqual(
    expect.arrayContaining([
      ["a", 6],
      ["b", 2],
    ]),
  );
});
