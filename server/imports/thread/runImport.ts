import { type Staged, stageSummary } from "../../../db/imports/createStage.ts";
import { openSqliteSlices } from "../../../db/imports/sqliteSlices.ts";
import type { ImportProgress, RunOutcome, RunRequest, StageSummary, ThreadReply } from "./messages.ts";
import { rejectLeftOut } from "./rejectLeftOut.ts";
import { stageRows } from "./stageRows.ts";
import { writeSlices } from "./writeSlices.ts";

type Telling = {
  reply(message: ThreadReply): void;
  tell(progress: ImportProgress): void;
  /** Sends something that the server stores, and resolves when it has. */
  confirm(message: ThreadReply): Promise<void>;
};

/** A whole import, in the import thread. Without a location of the database, writing is left to the server's own thread. */
export async function runImport(request: RunRequest, { reply, confirm, tell }: Telling): Promise<void> {
  const { job, place, reading } = request;
  const control = new Int32Array(request.control);
  const isStopped = () => Atomics.load(control, 0) === 1;
  const total = reading.rowCount;
  // If an earlier attempt has read the whole file, this one continues from there.
  const onRows = (done: number) => tell({ phase: "reading", done, total });
  const kept = stageSummary(request.stagePath) as StageSummary | null;
  const { staged } = kept ?? (await stageRows(request, { isStopped, onRows }));
  if (kept === null && isOther(request, staged)) return reply({ kind: "ended", outcome: { kind: "lost" } });
  const rejects = rejectLeftOut(request);
  if (place === null) return reply({ kind: "staged", staged, rejects });
  await confirm({ kind: "staged", staged, rejects });
  const slices = openSqliteSlices({ ...place, stagePath: request.stagePath });
  let outcome: RunOutcome;
  try {
    outcome = await writeSlices({
      slices,
      job,
      staged,
      isStopped,
      from: request.from,
      async onLeftOut() {
        await confirm({ kind: "leftOut", rejects: rejectLeftOut(request) });
        return true;
      },
      onRows: (done) => tell({ phase: "writing", done, total: staged.last }),
    });
  } finally {
    slices.close();
  }
  // Only now, because the server ends the thread on this message, and SQLite's log has to be checkpointed before.
  reply({ kind: "ended", outcome });
}

/**
 * Staged anew, as on another machine, rows stand where they stood, unless a newer version judges them otherwise. Which of
 * them did not fit a plan before is not known any more once some were written.
 */
function isOther({ from, job }: RunRequest, { count }: Staged): boolean {
  if (from.staged === null) return false;
  return count !== from.staged || (from.written > 0 && job.leadsMax !== null);
}
