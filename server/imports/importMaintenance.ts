import { databaseLimits } from "../../contract/limits/database.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { reason } from "../../contract/reasons.ts";
import type { ImportStore } from "../../db/stores/imports/imports.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import type { ImportQueue } from "./importQueue.ts";
import { removeUnusedCollection } from "./importWork.ts";
import type { ImportFiles } from "./thread/importFiles.ts";

type Parts = { core: Core; store: ImportStore; files: ImportFiles; queue: ImportQueue };

/** What a stopped server left of imports, and what of them has had its time. */
export function createImportMaintenance({ core, store, files, queue }: Parts) {
  let asking: ReturnType<typeof setInterval> | undefined;

  /** Tells what another process left as it is, and goes on with undoings; false while that process lives. */
  async function takeOver(): Promise<boolean> {
    if (!(await core.database.becomeSender())) return false;
    clearInterval(asking);
    const undoUntil = core.clock.now() + importLimits.undoMs;
    const fault = reason("import_interrupted");
    for (const { id, workspaceId } of await store.inState("running")) {
      if (queue.has(id)) continue;
      await removeUnusedCollection({ core, store }, { id, workspaceId });
      await store.end({ id, workspaceId }, { state: "failed", fault, undoUntil });
    }
    for (const row of await store.inState("undoing")) if (!queue.has(row.id)) queue.undo(row);
    await sweep();
    return true;
  }

  /** Throws away the files of which nothing more is needed, and files of nobody's. */
  async function sweep(): Promise<void> {
    // Whatever arrives at another process is in no table yet.
    if (!(await core.database.becomeSender())) return;
    const rows = await store.withFiles({ startedAfter: core.clock.now() - importLimits.fileMs });
    const unread = rows.filter(({ state }) => state === "read" || state === "running");
    await files.sweep({
      uploads: new Set(unread.map(({ id }) => id)),
      rejects: new Set(rows.map(({ id }) => id)),
    });
  }

  return {
    /** At start. While another process lives on the same database, what it does is its own; it is taken over later. */
    async resume(): Promise<void> {
      if (await takeOver()) return;
      const ask = () =>
        takeOver().catch((error) => core.log.warn("Imports could not be taken over", { error }));
      asking = setInterval(ask, databaseLimits.lockRetryMs);
      asking.unref();
    },

    /** Throws away files that nobody started, and what can no longer be undone. */
    async forgetOld(): Promise<void> {
      const now = core.clock.now();
      for (const { id, workspaceId } of await store.readBefore(now - importLimits.fileMs))
        await store.remove({ workspaceId, id }, ["read"]);
      const countMax = importLimits.forgetBatch;
      for (const { id, workspaceId } of await store.pastUndo({ now, countMax })) {
        while ((await store.forgetChanges({ id, countMax })) > 0) await yieldToOthers();
        const ended = ["done", "cancelled", "failed"] as const;
        await store.change({ id, workspaceId }, { from: ended, set: { undoUntil: null } });
      }
      await sweep();
    },

    sweep,

    close(): Promise<void> {
      clearInterval(asking);
      return queue.close();
    },
  };
}
