import { importLimits } from "../../../contract/limits/imports.ts";
import type { ImportUndoStore, UndoJob } from "../../../db/stores/imports/importUndo.ts";
import { nextRows } from "./writeSlices.ts";

type Undoing = {
  store: ImportUndoStore;
  job: UndoJob;
  now: number;
  /** Called between slices, so that others get their turn. */
  pause(): Promise<void>;
  onRows(done: number): void;
};

/** Undoes an import in slices. If it is interrupted, it can be continued from where it was. */
export async function undoImport({ store, job, now, pause, onRows }: Undoing): Promise<void> {
  let done = 0;
  for (const takeBack of [store.removeAdded, store.restoreChanged]) {
    let countMax: number = importLimits.sliceRowsFirst;
    for (;;) {
      const { count, ...held } = await takeBack(job, { countMax, now });
      if (count === 0) break;
      countMax = nextRows({ rows: countMax, ...held });
      done += count;
      onRows(done);
      await pause();
    }
  }
  await store.removeCollection(job);
}
