import { statSync } from "node:fs";
import type { Scope } from "../../contract/identity/scope.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { mib } from "../../contract/limits/units.ts";
import type { Core } from "../core/core.ts";
import { createSharedTurns } from "../core/turns.ts";
import { createLeadFieldReader } from "../leads/index.ts";
import { createSemaphore } from "../sheets/semaphore.ts";
import { exportedOf } from "./exportedFile.ts";
import type { ImportFiles } from "./thread/importFiles.ts";
import { inThread } from "./thread/inThread.ts";
import type { Reading, ReadRequest } from "./thread/messages.ts";

type Look = Omit<ReadRequest, "kind" | "path"> & { signal: AbortSignal };

/** Reads files that were uploaded, to show what is in them; a few at once, each in a thread. */
export function createFileLooks({ core, files }: { core: Core; files: ImportFiles }) {
  const semaphore = createSemaphore({
    runningMax: sheetLimits.workersMax,
    waitingMax: sheetLimits.queueMax,
  });
  const turns = createSharedTurns(core, {
    name: "file look",
    waitingMax: importLimits.looksWaiting,
    tooMuch: "files_waiting",
  });
  const fieldsOf = createLeadFieldReader(core);

  /** One look of a workspace at a time, so that nobody's files keep everybody else waiting. */
  return async (key: Scope & { id: string }, { signal, ...look }: Look): Promise<Reading> => {
    const { path } = files.paths(key.id);
    const reading = await turns.take(key, async () => {
      await semaphore.enter(signal);
      try {
        return await files.withUpload(key, () =>
          inThread<Reading>({
            request: { kind: "read", path, ...look },
            signal,
            readMs: lookMsOf(statSync(path).size),
            onReply: async (reply) => (reply.kind === "read" ? reply.reading : undefined),
          }),
        );
      } finally {
        semaphore.leave();
      }
    });
    const columns = reading.columns.map(({ name }) => name);
    return { ...reading, exported: exportedOf(columns, await fieldsOf(key)) };
  };
}

/** The time limit grows with the size of the file. */
function lookMsOf(bytes: number): number {
  return importLimits.lookMs + (bytes / mib) * importLimits.lookMsPerMib;
}
