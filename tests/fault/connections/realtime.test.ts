import { afterEach, describe, expect, test } from "bun:test";
import { serve } from "#platform/serve";
import { ownScopeOf } from "../../../contract/identity/scope.ts";
import { socketLimits } from "../../../contract/limits/socket.ts";
import { type RealtimeMessage, realtimeMessage } from "../../../contract/realtime/messages.ts";
import type { Caller } from "../../../server/core/caller.ts";
import { createHub, type Hub, type UnnumberedMessage } from "../../../server/realtime/hub.ts";
import type { SocketData } from "../../../server/realtime/socket.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { openRawSocket, type RawSocket } from "../../support/server/rawSocket.ts";
import { until } from "../../support/until.ts";

const running: Served[] = [];
afterEach(async () => {
  for (const served of running.splice(0)) await served.stop();
});

type Served = { hub: Hub; port: number; stop(): Promise<void> };

/** A server with nothing but the hub; the session is named by a header, so that one process plays many people. */
async function serveHub(
  snapshot: (workspaceId: string) => Promise<UnnumberedMessage[]> = async () => [],
  publishEveryMs?: number,
): Promise<Served> {
  const rate = publishEveryMs === undefined ? {} : { publishEveryMs };
  const hub = createHub({
    snapshot,
    isOwnOrigin: () => true,
    clock: { now: Date.now },
    log: keptLog().log,
    settings: { plans: true },
    ...rate,
  });
  const serving = await serve<SocketData>({
    port: 0,
    hostname: "127.0.0.1",
    bodyBytes: 1024,
    idleSeconds: 60,
    pipelinedMax: 32,
    sockets: hub.handlers,
    answer: (request, connection) =>
      hub.upgrade(request, connection, {
        address: connection.address,
        caller: async () => callerOf(request),
      }),
    malformed: () => new Response(null, { status: 400 }),
    failed: () => new Response(null, { status: 500 }),
  });
  const stop = () => {
    hub.close();
    return serving.cut();
  };
  const served = { hub, port: serving.port, stop };
  running.push(served);
  return served;
}

function callerOf(request: Request): Caller {
  const uid = request.headers.get("x-uid") ?? "";
  const rest = { email: "", firstName: "", lastName: "", status: "AMFR", role: "user" } as const;
  const scope = { ...ownScopeOf({ uid }), status: rest.status };
  return { uid, sessionId: request.headers.get("x-session") ?? "s", ...rest, scope };
}

const open = ({ port }: Served, uid: string, session = "s") =>
  openRawSocket({ port, path: `/ws/${uid}`, headers: { "x-uid": uid, "x-session": session } });

function progress(campaignId: string, change: Partial<UnnumberedMessage["data"]> = {}): UnnumberedMessage {
  const counts = { total: 100_000, success: 0, failed: 0, queued: 0, deferred: 0, skipped: 0, uncertain: 0 };
  const data = { target: "email" as const, root: "email" as const, campaignId, subject: "Hello", ...counts };
  return {
    message: "Sending",
    data: {
      ...data,
      failedEmails: [],
      running: true,
      state: "running",
      waiting: null,
      waitingCause: null,
      nextAt: null,
      ...change,
    },
  };
}

const read = (socket: RawSocket): RealtimeMessage[] =>
  socket.messages.map((text) => realtimeMessage.parse(JSON.parse(text)));
const successes = (socket: RawSocket) => read(socket).map((message) => message.data.success);

describe("publishing", () => {
  test("100,000 messages become a few a second, in order, and the last one arrives", async () => {
    const served = await serveHub(async () => [progress("c1")]);
    const socket = await open(served, "u1");
    await until(() => socket.messages.length === 1);
    const startedAt = performance.now();
    for (let sent = 1; sent <= 100_000; sent++) {
      served.hub.publish("u1", progress("c1", { success: sent }));
      if (sent % 1_000 === 0) await Bun.sleep(1);
    }
    served.hub.publish("u1", progress("c1", { success: 100_000, running: false, state: "finished" }));
    await until(() => read(socket).some((message) => !message.data.running));
    const windows = (performance.now() - startedAt) / socketLimits.publishEveryMs;
    const received = read(socket);
    expect(received.length).toBeLessThanOrEqual(windows + 3);
    expect(received.length).toBeGreaterThan(2);
    expect(received.at(-1)?.data).toMatchObject({ success: 100_000, state: "finished" });
    const seqs = received.map((message) => message.data.seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(successes(socket)).toEqual(successes(socket).toSorted((a, b) => a - b));
  });

  test("two campaigns at once do not push each other out", async () => {
    const served = await serveHub();
    const socket = await open(served, "u1");
    for (let sent = 1; sent <= 500; sent++)
      for (const id of ["c1", "c2"]) served.hub.publish("u1", progress(id, { success: sent }));
    await until(() => successes(socket).filter((success) => success === 500).length === 2);
  });

  test("more campaigns than one write takes all arrive, the last word of each", async () => {
    const served = await serveHub();
    const socket = await open(served, "u1");
    const ids = Array.from({ length: 3 * socketLimits.publishBatch }, (_, i) => `c${i}`);
    for (const success of [1, 2]) for (const id of ids) served.hub.publish("u1", progress(id, { success }));
    const done = () => read(socket).flatMap(({ data }) => (data.success === 2 ? [data.campaignId] : []));
    await until(() => done().length === ids.length);
    expect(done().toSorted()).toEqual(ids.toSorted());
  });

  test("nobody hears of somebody else's campaign", async () => {
    const served = await serveHub();
    const [mine, theirs] = await Promise.all([open(served, "u1"), open(served, "u2")]);
    served.hub.publish("u1", progress("c1"));
    served.hub.publish("u2", progress("c2"));
    await until(() => mine.messages.length === 1 && theirs.messages.length === 1);
    expect(read(mine)[0]?.data.campaignId).toBe("c1");
    expect(read(theirs)[0]?.data.campaignId).toBe("c2");
  });
});

describe("catching up", () => {
  test("what is published while the snapshot is being read comes after it, once each", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<UnnumberedMessage[]>();
    const served = await serveHub(() => {
      asked.resolve();
      return answer.promise;
    });
    const early = await open(served, "u1");
    await asked.promise;
    served.hub.publish("u1", progress("c1", { success: 7 }));
    served.hub.publish("u1", progress("c2", { success: 8, running: false }));
    const late = await open(served, "u1");
    await Bun.sleep(2 * socketLimits.publishEveryMs);
    expect(early.messages).toEqual([]);
    answer.resolve([progress("c1", { success: 5 })]);
    await until(() => early.messages.length === 3 && late.messages.length === 3);
    for (const socket of [early, late]) {
      expect(successes(socket)).toEqual([5, 7, 8]);
      const [snapshot, ...since] = read(socket).map((message) => message.data.seq);
      for (const seq of since) expect(seq).toBeGreaterThan(snapshot ?? 0);
    }
  });

  test("a hundred lost sockets each come back to a full snapshot", async () => {
    let success = 0;
    const served = await serveHub(async () => [progress("c1", { success })]);
    for (success = 1; success <= 100; success++) {
      const socket = await open(served, "u1");
      await until(() => socket.messages.length === 1);
      expect(successes(socket)).toEqual([success]);
      socket.end();
    }
  });

  test("a snapshot that fails closes the socket with 1013, and the next one works", async () => {
    let fails = true;
    const served = await serveHub(async () => {
      if (fails) throw new Error("this is part of the test: no database");
      return [progress("c1")];
    });
    const first = await open(served, "u1");
    expect(await first.closed).toBe(1013);
    fails = false;
    const second = await open(served, "u1");
    await until(() => second.messages.length === 1);
  });
});

describe("a slow reader", () => {
  test("costs no memory while it stalls and is brought up to date when it reads again", async () => {
    let success = 0;
    const failedEmails = Array.from({ length: 100 }, (_, i) => `${"a".repeat(200)}${i}@example.org`);
    const served = await serveHub(async () => [progress("c1", { success, failedEmails })], 1);
    const stalled = await open(served, "u1");
    const reader = await open(served, "u1");
    await until(() => reader.messages.length === 1 && stalled.messages.length === 1);
    stalled.stall();
    const before = usedMemoryBytes();
    let receivedByReader = 0;
    let newest = 0;
    const readOn = () => {
      for (const text of reader.messages.splice(0)) {
        receivedByReader += 1;
        newest = Math.max(newest, JSON.parse(text).data.success);
      }
      return newest;
    };
    while (success < 100_000) {
      for (let id = 0; id < 20; id++) served.hub.publish("u1", progress(`c${id}`, { success, failedEmails }));
      success += 20;
      if (success % 200 === 0) await Bun.sleep(1);
      readOn();
    }
    await until(() => readOn() === 99_980);
    expect(usedMemoryBytes() - before).toBeLessThan(100 * 1024 * 1024);

    success = 123_456;
    stalled.resume();
    await until(() => successes(stalled).at(-1) === 123_456);
    // It was left out, not fed late.
    expect(stalled.messages.length).toBeLessThan(receivedByReader / 2);
    served.hub.publish("u1", progress("c1", { success: 123_457 }));
    await until(() => successes(stalled).at(-1) === 123_457);
  });
});

function usedMemoryBytes(): number {
  Bun.gc(true);
  return process.memoryUsage().rss;
}

describe("hostile clients", () => {
  test("a 20 MB frame closes its socket with 1009, by its head alone", async () => {
    const served = await serveHub();
    const socket = await open(served, "u1");
    socket.send({ opcode: 2, claimBytes: 20 * 1024 * 1024, payload: new Uint8Array(1_000) });
    expect(await socket.closed).toBe(1009);
  });

  test("a frame over the bound is refused and one at the bound is not", async () => {
    const served = await serveHub();
    const socket = await open(served, "u1");
    socket.send({ payload: new Uint8Array(socketLimits.incomingBytes).fill(120) });
    served.hub.publish("u1", progress("c1"));
    await until(() => socket.messages.length === 1);
    socket.send({ payload: new Uint8Array(socketLimits.incomingBytes + 1).fill(120) });
    expect(await socket.closed).toBe(1009);
  });

  for (const [name, opcode] of [
    ["messages", 1],
    ["pings", 9],
    ["pongs", 10],
  ] as const)
    test(`1,000 ${name} a second close the socket with 1008`, async () => {
      const served = await serveHub();
      const [flooding, quiet] = await Promise.all([open(served, "u1"), open(served, "u1")]);
      for (let sent = 0; sent < 1_000; sent++)
        flooding.send({ opcode, payload: new Uint8Array(10).fill(97) });
      expect(await flooding.closed).toBe(1008);
      served.hub.publish("u1", progress("c1"));
      await until(() => quiet.messages.length === 1);
    });

  test("of 100 sockets of one person only so many stay, the others get 1013, and places come free again", async () => {
    const served = await serveHub(async () => [progress("c1")]);
    const sockets = await Promise.all(Array.from({ length: 100 }, () => open(served, "u1")));
    const refused = 100 - socketLimits.perUser;
    const codes: number[] = [];
    for (const socket of sockets) void socket.closed.then((code) => codes.push(code));
    await until(() => codes.length === refused);
    expect(codes).toEqual(Array.from({ length: refused }, () => 1013));
    await until(
      () => sockets.filter((socket) => socket.messages.length === 1).length === socketLimits.perUser,
    );

    const somebodyElse = await open(served, "u2");
    await until(() => somebodyElse.messages.length === 1);
    for (const socket of sockets) socket.end();
    await until(async () => {
      const again = await open(served, "u1");
      return Promise.race([
        again.closed.then(() => false),
        until(() => again.messages.length === 1).then(() => true),
      ]);
    });
  });
});

describe("ending", () => {
  test("an ended session's sockets close with 4401, the others stay", async () => {
    const served = await serveHub();
    const gone = await Promise.all([open(served, "u1", "old"), open(served, "u1", "old")]);
    const kept = await open(served, "u1", "new");
    served.hub.endSessions(["old", "unknown"]);
    expect(await Promise.all(gone.map((socket) => socket.closed))).toEqual([4401, 4401]);
    served.hub.publish("u1", progress("c1"));
    await until(() => kept.messages.length === 1);
  });

  test("closing sends what was waiting, says 1001 and takes nobody in any more", async () => {
    const served = await serveHub();
    const socket = await open(served, "u1");
    served.hub.publish("u1", progress("c1", { success: 1 }));
    served.hub.publish("u1", progress("c1", { success: 2, running: false }));
    served.hub.close();
    expect(await socket.closed).toBe(1001);
    expect(successes(socket)).toEqual([1, 2]);
    expect((await open(served, "u1")).status).toContain("503");
  });
});
