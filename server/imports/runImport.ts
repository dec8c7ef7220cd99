import { openSqliteSlices } from "../../db/imports/sqliteSlices.ts";
import type { Progress, RunRequest, ThreadReply } from "./messages.ts";
import { stageRows } from "./stageRows.ts";
import { writeSlices } from "./writeSlices.ts";

type Telling = {
  reply(message: ThreadReply): void;
  tell(progress: Progress): void;
  /** Resolves when the server has written down what is staged. */
  going: Promise<void>;
};

/** A whole import, in the import thread; without a place the writing is left to the server's own thread. */
export async function runImport(request: RunRequest, { reply, tell, going }: Telling): Promise<void> {
  const { job, place, reading } = request;
  const control = new Int32Array(request.control);
  const isStopped = () => Atomics.load(control, 0) === 1;
  const total = reading.rowCount;
  const { staged, rejects } = await stageRows(request, {
    isStopped,
    onRows: (done) => tell({ phase: "reading", done, total }),
  });
  reply({ kind: "staged", staged, rejects });
  if (place === null) return;
  await going;
  const slices = openSqliteSlices({ ...place, stagePath: request.stagePath });
  try {
    const outcome = await writeSlices({
      ...{ slices, job, staged, isStopped },
      onRows: (done) => tell({ phase: "writing", done, total: staged.last }),
    });
    reply({ kind: "ended", outcome });
  } finally {
    slices.close();
  }
}
