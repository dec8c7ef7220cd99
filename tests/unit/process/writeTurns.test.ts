import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { Worker } from "node:worker_threads";
import { createWriteTurns } from "../../../db/sqlite/writeTurns.ts";
import type { BackgroundWriter } from "../../support/server/backgroundWriter.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

// Longer than any test may take: who lets others go first does so for the whole of it.
const yieldMs = 600_000;
const long = 60_000;

let thread: Worker | undefined;
afterEach(async () => {
  await thread?.terminate();
});

/** Starts a thread that writes once; `sees` waits a moment, with all of this thread, for it to have written. */
async function backgroundWriter(turns: SharedArrayBuffer) {
  const written = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const workerData: BackgroundWriter = { turns, yieldMs, written };
  thread = new Worker(new URL("../../support/server/backgroundWriter.ts", import.meta.url), { workerData });
  const { promise: up, resolve: isUp } = Promise.withResolvers<void>();
  const { promise: wrote, resolve: hasWritten } = Promise.withResolvers<void>();
  thread.on("message", (message: string) => (message === "up" ? isUp() : hasWritten()));
  await up;
  return { wrote, sees: () => Atomics.wait(new Int32Array(written), 0, 0, 100) !== "timed-out" };
}

test("of two who write on one thread the second waits until the first is done", async () => {
  const turns = createWriteTurns();
  expect(turns.tryTake()).toBe(true);
  expect(turns.tryTake()).toBe(false);
  const order: string[] = [];
  const second = turns.take(long).then((has) => order.push(`second ${has}`));
  await Bun.sleep(0);
  order.push("first is done");
  turns.release();
  await second;
  expect(order).toEqual(["first is done", "second true"]);
});

test("a thread in the background writes only when nobody waits who came before it, not even between two turns", async () => {
  const turns = createWriteTurns(undefined, { yieldMs });
  turns.tryTake();
  const waiting = turns.take(long);
  const { wrote, sees } = await backgroundWriter(turns.shared);
  turns.release();
  // Whoever waited is awake from here on, but does not have the turn yet.
  expect(sees()).toBe(false);
  expect(await waiting).toBe(true);
  expect(sees()).toBe(false);
  turns.release();
  await wrote;
  expect(turns.tryTake()).toBe(true);
});

test("whoever gives up waiting holds nobody back any more", async () => {
  const turns = createWriteTurns(undefined, { yieldMs });
  turns.tryTake();
  expect(await turns.take(0)).toBe(false);
  turns.release();
  const { wrote } = await backgroundWriter(turns.shared);
  await wrote;
});

test("a turn that a thread took with it when it ended is given back, and another's is not", () => {
  const turns = createWriteTurns();
  turns.takeInBackground();
  expect(turns.tryTake()).toBe(false);
  turns.releaseBackground();
  expect(turns.tryTake()).toBe(true);
  turns.releaseBackground();
  expect(turns.tryTake()).toBe(false);
});

test("whoever has just written lets the other side go first that waits, so that each has its turn", async () => {
  const server = createWriteTurns();
  const sender = createWriteTurns(server.shared, { as: "sender" });
  expect(server.tryTake()).toBe(true);
  const waits = sender.take(long);
  server.release();
  expect(server.tryTake()).toBe(false);
  expect(await waits).toBe(true);
  sender.release();
  expect(server.tryTake()).toBe(true);
  server.release();
});

test("one that waited and ended holds the other side up no more", async () => {
  const server = createWriteTurns();
  const sender = createWriteTurns(server.shared, { as: "sender" });
  server.tryTake();
  void sender.take(long);
  server.releaseSender();
  server.release();
  expect(server.tryTake()).toBe(true);
});
