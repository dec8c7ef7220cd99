import { Refusal } from "../../../contract/errors.ts";
import type { Builder, Database, Results, Statements } from "../../../db/database.ts";
import type { Chance } from "./chance.ts";
import type { LedgerFile, Move } from "./ledgerFile.ts";
import type { Owner, Schedule } from "./schedule.ts";

/** How the database is just now, for everybody who asks it. */
export type Weather = {
  /** The longest way there, and the longest back. */
  reachMs: number;
  /** Shares of reads and writes that fail before anything is done. */
  readFaults: number;
  writeFaults: number;
  /** The share of commits whose answer is lost, as with a connection that is cut. */
  lostAnswers: number;
  isFull: boolean;
};

/** When worlds begin, by the clocks that nobody sets. */
export const startMs = Date.UTC(2026, 0, 5, 9);

/** The right to send, which one process holds. */
export type SenderLock = { holder: object | null };

type Parts = {
  file: LedgerFile;
  schedule: Schedule;
  chance: Chance;
  weather: Weather;
  owner: Owner;
  lock: SenderLock;
  /** Called with each commit, before anybody learns of it. */
  committed(moves: readonly Move[]): void;
  /** Called with a commit of which nobody ever learns. */
  answerLost(moves: readonly Move[]): unknown;
};

/** The one database as one process sees it: behind a way of some time, on which things fail, and others come between. */
export function simulatedDatabase(parts: Parts): Database & { loseLock(afterMs: number): void } {
  const { file, weather, chance, owner, lock } = parts;
  let onLost: (() => void) | undefined;
  const read = <T>(look: () => T | PromiseLike<T>) =>
    answer(parts, () => {
      file.tellTime(startMs + parts.schedule.nowMs);
      if (chance.is(weather.readFaults)) throw new Error("disk I/O error");
      return look();
    });
  return {
    tables: file.tables,
    read: slow(file.read, read),
    ask: (question) => read(() => file.run(question)),
    atomically: async <const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ) =>
      answer(parts, () => {
        file.tellTime(startMs + parts.schedule.nowMs);
        if (weather.isFull) throw new Refusal("storage_full", "The disk is full");
        if (chance.is(weather.writeFaults))
          throw chance.is(0.5) ? new Refusal("unavailable", "Busy") : new Error("disk I/O error");
        const { results, moves } = file.commit(build, check);
        parts.committed(moves);
        if (chance.is(weather.lostAnswers)) {
          parts.answerLost(moves);
          throw new Error("the connection was cut in a commit");
        }
        return results;
      }),
    state: () => null,
    shared: file.shared,
    notices: null,
    becomeSender: (lost) =>
      answer(parts, () => {
        if (lock.holder !== null && lock.holder !== owner) return false;
        lock.holder = owner;
        onLost = lost;
        return true;
      }),
    bytes: async () => 0,
    beside: null,
    close: async () => {},
    /** The lock is free at once; its holder learns of it later. */
    loseLock(afterMs) {
      lock.holder = null;
      parts.schedule.at(parts.schedule.nowMs + afterMs, () => onLost?.(), owner);
    },
  };
}

/** There, done, and back; a process that dies on the way never hears of it, and what was not there yet is never done. */
function answer<T>({ schedule, chance, weather, owner }: Parts, act: () => T | PromiseLike<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const way = () => schedule.nowMs + chance.next() * weather.reachMs;
    schedule.at(
      way(),
      () => {
        // What is thrown inside comes back as slowly as an answer.
        new Promise<T>((done) => done(act())).then(
          (value) => schedule.at(way(), () => resolve(value), owner),
          (error) => schedule.at(way(), () => reject(error), owner),
        );
      },
      owner,
    );
  });
}

/** The builder, whose queries take their time when they are awaited. */
function slow<T extends object>(builder: T, read: <R>(look: () => PromiseLike<R>) => Promise<R>): T {
  return new Proxy(builder, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name === "then")
        return (...settle: Parameters<PromiseLike<unknown>["then"]>) =>
          read(() => new Promise((resolve, reject) => value.call(target, resolve, reject))).then(...settle);
      return (...given: unknown[]) => {
        const made = value.apply(target, given);
        return isBuilder(made) ? slow(made, read) : made;
      };
    },
  });
}

/** Queries, and what they begin with: `select()` has no `then` before its `from`. */
function isBuilder(made: unknown): made is object {
  return typeof made === "object" && made !== null && ("then" in made || "from" in made);
}
