import { openDatabase } from "../../../db/sqlite/open.ts";
import { createImportUndoStore } from "../../../db/stores/imports/importUndo.ts";
import type { ImportProgress, UndoRequest } from "./messages.ts";
import { undoImport } from "./undoImport.ts";

/** Undoes a whole import, in the import thread. */
export async function runUndo(
  { job, place, total }: UndoRequest,
  tell: (progress: ImportProgress) => void,
): Promise<void> {
  const { folder, turns } = place;
  const database = openDatabase({ folder, beside: { turns, as: "background" } });
  try {
    await undoImport({
      store: createImportUndoStore(database),
      job,
      now: Date.now(),
      pause: async () => {},
      onRows: (done) => tell({ phase: "writing", done, total }),
    });
  } finally {
    await database.close();
  }
}
