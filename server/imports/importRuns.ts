import { z } from "zod";
import { importLimits } from "../../contract/limits/imports.ts";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { type Status, statuses } from "../../contract/plans.ts";
import { refused } from "../../contract/refused.ts";
import type { ImportState } from "../../contract/schemas/imports.ts";
import type { ImportKey, ImportRow } from "../../db/stores/imports/imports.ts";
import type { JobHandler } from "../jobs/handler.ts";
import { type Jobs, newJob } from "../jobs/jobs.ts";
import { leadsMaxOf } from "../leads/index.ts";
import { clearAway, endInterrupted, type ImportWork, runAndEnd, undoAndEnd } from "./importWork.ts";

export type ImportRuns = ReturnType<typeof createImportRuns>;

type Parts = Pick<ImportWork, "core" | "store" | "files"> & { jobs: Jobs };

type Start = Omit<Parameters<ImportWork["store"]["start"]>[1], "job"> & { status: Status };
type Undoing = { from: readonly ImportState[]; set: Partial<ImportRow> };

/** The import that a job is about; its state tells what is to be done. */
const work = z.object({
  importId: z.string(),
  /** The person's plan at the start. An older version stored none for imports it had begun. */
  status: z.enum(statuses).default("AMFR"),
});

/** Runs imports and their undoing one after the other: two at once would not be faster, but use twice the memory. */
export function createImportRuns({ jobs, ...parts }: Parts) {
  const { core, store } = parts;
  const progress: ImportWork["progress"] = new Map();
  const waits: ImportWork["waits"] = new Map();
  const controls: ImportWork["controls"] = new Map();

  /** While another thread writes, this one leaves checkpointing SQLite's log to it. */
  async function besideThread<T>(run: () => Promise<T>): Promise<T> {
    const { beside } = core.database;
    beside?.lendLog(true);
    try {
      return await run();
    } finally {
      beside?.threadEnded();
      beside?.lendLog(false);
    }
  }

  function jobFor({ workspaceId, id }: ImportKey, status?: Status) {
    const payload = { importId: id, status };
    return newJob(core, { kind: "import", workspaceId, key: `import:${id}`, payload });
  }

  /** Imports and their undoing continue where they were, unless several processes died while running one. */
  const handler: JobHandler = {
    isAloneInWorkspace: true,
    async run({ id, lease, workspaceId, payload, attempt, signal }) {
      const { importId, status } = work.parse(payload);
      const row = await store.one({ workspaceId, id: importId });
      if (row === null) return;
      const context: ImportWork = {
        ...parts,
        ticket: { id, lease },
        attempt,
        signal,
        progress,
        waits,
        controls,
      };
      if (row.state === "undoing") return besideThread(() => undoAndEnd(context, row));
      // It was cancelled while waiting.
      if (row.state !== "running") return clearAway(context, row);
      if (attempt > importLimits.triesMax) return endInterrupted(context, row);
      const standing = { status, leadsMax: leadsMaxOf(core, { status }) };
      return besideThread(() => runAndEnd(context, row, standing));
    },
  };

  return {
    handler,

    /** How far an import is, and why it waits. */
    progressOf: (id: string) => ({ progress: progress.get(id) ?? null, waits: waits.get(id) ?? null }),

    /** Sets an import to be run and writes the job for it; null if it was started already, or is gone. */
    async start(key: ImportKey, { status, ...start }: Start): Promise<ImportRow | null> {
      const row = await store.start(key, { ...start, job: jobFor(key, status) });
      jobs.wake();
      return row;
    },

    /** Sets an import to be undone and writes the job for it; null if its state does not allow that. */
    async undo(key: ImportKey, { from, set }: Undoing): Promise<ImportRow | null> {
      const row = await store.change(key, { from, set, job: jobFor(key) });
      jobs.wake();
      return row;
    },

    /** @throws {Refusal} unavailable when too many wait. */
    async refuseFull(): Promise<void> {
      if ((await jobs.openCount("import")) >= importLimits.queueMax)
        throw refused("imports_busy", {}, { retryAfterMs: sheetLimits.busyRetryMs });
    },

    /** Asks a thread to stop. From now on its writes are refused because of the import's state. */
    stop(id: string): void {
      const control = controls.get(id);
      if (control) Atomics.store(control, 0, 1);
    },
  };
}
