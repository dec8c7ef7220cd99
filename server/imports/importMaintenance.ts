import { importLimits } from "../../contract/limits/imports.ts";
import type { ImportStore } from "../../db/stores/imports/imports.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import type { ImportFiles } from "./thread/importFiles.ts";

type Parts = { core: Core; store: ImportStore; files: ImportFiles };

/** Deletes what imports no longer need. */
export function createImportMaintenance({ core, store, files }: Parts) {
  /** Deletes files that are no longer needed, and files that belong to no import. */
  async function sweep(): Promise<void> {
    // A file that another process is receiving is in no table yet, and is recognised only by its age.
    const isAlone = await core.database.becomeSender();
    const rows = await store.withFiles({ startedAfter: core.clock.now() - importLimits.fileMs });
    const unread = rows.filter(({ state }) => state === "read" || state === "running");
    await files.sweep({
      uploads: new Set(unread.map(({ id }) => id)),
      rejects: new Set(rows.map(({ id }) => id)),
      untouchedMs: isAlone ? 0 : importLimits.strayMs,
    });
  }

  return {
    /** Deletes imports that were not started, and the data for undoing others once that is no longer possible. */
    async forgetOld(): Promise<void> {
      const now = core.clock.now();
      for (const { id, workspaceId } of await store.readBefore(now - importLimits.fileMs))
        await store.remove({ workspaceId, id }, ["read"]);
      const countMax = importLimits.forgetBatch;
      for (const { id, workspaceId } of await store.pastUndo({ now, countMax })) {
        while ((await store.forgetChanges({ id, workspaceId, countMax })) > 0) await yieldToOthers();
        const ended = ["done", "cancelled", "failed"] as const;
        await store.change({ id, workspaceId }, { from: ended, set: { undoUntil: null } });
      }
      await sweep();
    },

    sweep,
  };
}
