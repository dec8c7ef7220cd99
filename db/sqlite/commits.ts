import { databaseLimits } from "../../contract/limits/database.ts";
import { refused } from "../../contract/refused.ts";
import type { Builder, Database, Results, Statements } from "../database.ts";
import { refusalOfSqlite } from "./faults.ts";
import type { Outcome, statementsOn, Write } from "./statements.ts";
import type { WriteTurns } from "./writeTurns.ts";

type Waiting = Write & {
  sinceMs: number;
  resolve(results: Results<Statements>): void;
  reject(error: unknown): void;
};

type Options = Pick<ReturnType<typeof statementsOn>, "transact" | "transactTogether"> & {
  turns: WriteTurns;
  /** After each commit. */
  committed(): void;
  /** Two commits may come within so long; what comes sooner than that is gathered into one. */
  everyMs?: number;
  /** How long a commit may take those that wait; then the other thread has its turn. */
  sharedMs?: number;
};

/**
 * The writes of a thread for which somebody waits, in their order. One that nobody is before is committed at once; those that
 * wait for another thread's turn, or another process's lock, are committed together when it has come, and each of them is
 * undone by itself where it fails: a commit is synced to disk, which takes as long for one as for a hundred.
 */
export function createCommits({
  everyMs = 0,
  sharedMs = databaseLimits.sharedCommitMs,
  transact,
  transactTogether,
  turns,
  committed,
}: Options): Pick<Database, "atomically"> {
  let waiting: Waiting[] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  let beforeLastMs = Number.NEGATIVE_INFINITY;
  const leftMs = () => beforeLastMs + everyMs - performance.now();

  function hasCommitted(): void {
    beforeLastMs = lastMs;
    lastMs = performance.now();
    committed();
  }

  async function writeWaiting(): Promise<void> {
    if (leftMs() > 0) await pause(leftMs());
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const withinMs = databaseLimits.busyTotalMs - (performance.now() - first.sinceMs);
      if (!turns.tryTake() && !(await turns.take(Math.max(0, withinMs)))) giveUp();
      else if (!writeTogether()) await pause(databaseLimits.busyRetryEveryMs);
    }
  }

  /** False where another process holds the file. */
  function writeTogether(): boolean {
    const untilMs = performance.now() + sharedMs;
    let ended: Outcome[] = [];
    try {
      ended = transactTogether(waiting, () => performance.now() >= untilMs);
      hasCommitted();
    } catch (error) {
      const refusal = refusalOfSqlite(error);
      if (refusal?.code !== "unavailable") ended = [{ error }];
      else if (performance.now() - (waiting[0]?.sinceMs ?? 0) > databaseLimits.busyTotalMs) giveUp();
      else return false;
    } finally {
      turns.release();
    }
    const theirs = waiting.slice(0, ended.length);
    waiting = waiting.slice(ended.length);
    for (const [nth, outcome] of ended.entries()) settle(theirs[nth], outcome);
    return true;
  }

  /** For those that waited as long as anybody waits. */
  function giveUp(): void {
    const sinceMs = performance.now() - databaseLimits.busyTotalMs;
    const late = waiting.filter((one) => one.sinceMs <= sinceMs);
    waiting = waiting.filter((one) => one.sinceMs > sinceMs);
    for (const { reject } of late) reject(refused("busy", {}, { retryAfterMs: 1_000 }));
  }

  return {
    async atomically<const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): Promise<Results<T>> {
      // With nobody else there it is done before anybody else has a turn.
      if (waiting.length === 0 && leftMs() <= 0 && turns.tryTake()) {
        try {
          const results = transact(build, check);
          hasCommitted();
          return results;
        } catch (error) {
          const refusal = refusalOfSqlite(error);
          if (refusal?.code !== "unavailable") throw refusal ?? error;
        } finally {
          turns.release();
        }
      }
      const { promise, resolve, reject } = Promise.withResolvers<Results<Statements>>();
      waiting.push({ build, check, sinceMs: performance.now(), resolve, reject } as Waiting);
      if (waiting.length === 1) void writeWaiting();
      return promise as Promise<Results<T>>;
    },
  };
}

function settle(one: Waiting | undefined, outcome: Outcome): void {
  if ("error" in outcome) one?.reject(refusalOfSqlite(outcome.error) ?? outcome.error);
  else one?.resolve(outcome.results);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
