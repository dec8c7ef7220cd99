import { importLimits } from "../../contract/limits/imports.ts";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { refused } from "../../contract/refused.ts";
import type { ImportRow } from "../../db/stores/imports/imports.ts";
import { type ImportWork, runAndEnd, type Standing, undoAndEnd } from "./importWork.ts";

export type ImportQueue = ReturnType<typeof createImportQueue>;

/** Runs imports and undoings one after the other: two at once would be no faster, and twice as heavy. */
export function createImportQueue(parts: Pick<ImportWork, "core" | "store" | "files">) {
  const { core } = parts;
  const closing = new AbortController();
  const progress: ImportWork["progress"] = new Map();
  const controls: ImportWork["controls"] = new Map();
  let last: Promise<void> = Promise.resolve();
  /** Those that wait or have their turn. */
  const ids = new Set<string>();

  function enqueue(id: string, work: () => Promise<void>): void {
    ids.add(id);
    last = last.then(async () => {
      try {
        if (!closing.signal.aborted) await work();
      } catch (error) {
        if (!closing.signal.aborted) core.log.error("An import failed", { job: id, error });
      }
      ids.delete(id);
    });
  }

  /** While another thread writes, this one leaves SQLite's log to it. */
  async function besideThread<T>(work: () => Promise<T>): Promise<T> {
    const { beside } = core.database;
    beside?.lendLog(true);
    try {
      return await work();
    } finally {
      beside?.threadEnded();
      beside?.lendLog(false);
    }
  }

  const context: ImportWork = { ...parts, signal: closing.signal, progress, controls };

  return {
    has: (id: string): boolean => ids.has(id),

    progressOf: (id: string) => progress.get(id) ?? null,

    /** @throws {Refusal} unavailable when too many wait. */
    refuseFull(): void {
      if (ids.size >= importLimits.queueMax)
        throw refused(
          "imports_busy",
          {},
          {
            retryAfterMs: sheetLimits.busyRetryMs,
          },
        );
    },

    run: (row: ImportRow, standing: Standing): void =>
      enqueue(row.id, () => besideThread(() => runAndEnd(context, row, standing))),

    undo: (row: ImportRow): void => enqueue(row.id, () => besideThread(() => undoAndEnd(context, row))),

    /** Has a thread stop soon; what it writes is refused at once by the job's state. */
    stop(id: string): void {
      const control = controls.get(id);
      if (control) Atomics.store(control, 0, 1);
    },

    async close(): Promise<void> {
      closing.abort(refused("server_stopping"));
      await last;
    },
  };
}
