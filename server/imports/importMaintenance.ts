import { importLimits } from "../../contract/limits/imports.ts";
import type { ImportStore } from "../../db/stores/imports/imports.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import type { ImportFiles } from "./thread/importFiles.ts";

type Parts = { core: Core; store: ImportStore; files: ImportFiles };

/** What of imports has had its time. */
export function createImportMaintenance({ core, store, files }: Parts) {
  /** Throws away the files of which nothing more is needed, and files of nobody's. */
  async function sweep(): Promise<void> {
    // Whatever arrives at another process is in no table yet, and is told by its age alone.
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
    /** Throws away files that nobody started, and what can no longer be undone. */
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
