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

type Beginning = { from: readonly ImportState[]; set: Partial<ImportRow>; status?: Status };

/** What a job is about; what is to be done is said by the import's state. */
const work = z.object({
  importId: z.string(),
  /** The person's plan at the start. An older version wrote none for what it had begun. */
  status: z.enum(statuses).default("AMFR"),
});

/** Runs imports and undoings, one after the other: two at once would be no faster, and twice as heavy. */
export function createImportRuns({ jobs, ...parts }: Parts) {
  const { core, store } = parts;
  const progress: ImportWork["progress"] = new Map();
  const controls: ImportWork["controls"] = new Map();

  /** While another thread writes, this one leaves SQLite's log to it. */
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

  /** An undoing and an import go on where they were, unless process after process dies of it. */
  const handler: JobHandler = {
    isAloneInWorkspace: true,
    async run({ id, lease, workspaceId, payload, attempt, signal }) {
      const { importId, status } = work.parse(payload);
      const row = await store.one({ workspaceId, id: importId });
      if (row === null) return;
      const context: ImportWork = { ...parts, ticket: { id, lease }, attempt, signal, progress, controls };
      if (row.state === "undoing") return besideThread(() => undoAndEnd(context, row));
      // It was cancelled while it waited.
      if (row.state !== "running") return clearAway(context, row);
      if (attempt > importLimits.triesMax) return endInterrupted(context, row);
      const standing = { status, leadsMax: leadsMaxOf(core, { status }) };
      return besideThread(() => runAndEnd(context, row, standing));
    },
  };

  return {
    handler,

    progressOf: (id: string) => progress.get(id) ?? null,

    /** Changes an import so that it is to be run or taken back, and has that done; null where it is not in such a state. */
    async begin(key: ImportKey, { from, set, status }: Beginning): Promise<ImportRow | null> {
      const payload = { importId: key.id, status };
      const { workspaceId } = key;
      const job = newJob(core, { kind: "import", workspaceId, key: `import:${key.id}`, payload });
      const row = await store.change(key, { from, set, job });
      jobs.wake();
      return row;
    },

    /** @throws {Refusal} unavailable when too many wait. */
    async refuseFull(): Promise<void> {
      if ((await jobs.openCount("import")) >= importLimits.queueMax)
        throw refused("imports_busy", {}, { retryAfterMs: sheetLimits.busyRetryMs });
    },

    /** Has a thread stop soon; what it writes is refused at once by the import's state. */
    stop(id: string): void {
      const control = controls.get(id);
      if (control) Atomics.store(control, 0, 1);
    },
  };
}
