import { openSqliteSlices } from "../../../db/imports/sqliteSlices.ts";
import type { ImportProgress, RunOutcome, RunRequest, ThreadReply } from "./messages.ts";
import { rejectLeftOut } from "./rejectLeftOut.ts";
import { stageRows } from "./stageRows.ts";
import { writeSlices } from "./writeSlices.ts";

type Telling = {
  reply(message: ThreadReply): void;
  tell(progress: ImportProgress): void;
  /** Says something that the server writes down, and resolves when it has. */
  confirm(message: ThreadReply): Promise<void>;
};

/** A whole import, in the import thread; without a place the writing is left to the server's own thread. */
export async function runImport(request: RunRequest, { reply, confirm, tell }: Telling): Promise<void> {
  const { job, place, reading } = request;
  const control = new Int32Array(request.control);
  const isStopped = () => Atomics.load(control, 0) === 1;
  const total = reading.rowCount;
  const { staged, rejects } = await stageRows(request, {
    isStopped,
    onRows: (done) => tell({ phase: "reading", done, total }),
  });
  if (place === null) return reply({ kind: "staged", staged, rejects });
  await confirm({ kind: "staged", staged, rejects });
  const slices = openSqliteSlices({ ...place, stagePath: request.stagePath });
  let rejected = rejects;
  let outcome: RunOutcome;
  try {
    outcome = await writeSlices({
      ...{ slices, job, staged, isStopped },
      async onLeftOut() {
        rejected = rejectLeftOut(request, rejected);
        await confirm({ kind: "leftOut", rejects: rejected });
        return true;
      },
      onRows: (done) => tell({ phase: "writing", done, total: staged.last }),
    });
  } finally {
    slices.close();
  }
  // Only now: the thread is ended by whoever hears it, and the log that it had lent has to be moved by then.
  reply({ kind: "ended", outcome });
}
