import { importLimits } from "../../../contract/limits/imports.ts";
import type { ImportUndoStore, UndoJob } from "../../../db/stores/imports/importUndo.ts";
import { nextRows } from "./writeSlices.ts";

type Undoing = {
  store: ImportUndoStore;
  job: UndoJob;
  now: number;
  /** Others have their turn in it. */
  pause(): Promise<void>;
  onRows(done: number): void;
};

/** Takes an import back in slices; where it is cut short, it can be done again from where it was. */
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
