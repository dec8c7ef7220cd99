import { parentPort, workerData } from "node:worker_threads";
import { createWriteTurns } from "../../../db/sqlite/writeTurns.ts";

/** A thread in the background that writes once, as soon as it has a turn. */
export type BackgroundWriter = { turns: SharedArrayBuffer; yieldMs: number; written: SharedArrayBuffer };

const { turns: shared, yieldMs, written } = workerData as BackgroundWriter;
const turns = createWriteTurns(shared, { yieldMs });
parentPort?.postMessage("up");
turns.takeInBackground();
const cell = new Int32Array(written);
Atomics.store(cell, 0, 1);
Atomics.notify(cell, 0);
turns.release();
parentPort?.postMessage("written");
