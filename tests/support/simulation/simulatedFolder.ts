import type { JournalFile } from "../../../server/sending/journal/journalFile.ts";
import type { Owner } from "./schedule.ts";

/** What lies in the folder of whoever sends, in which boot of its machine, and who has it open. */
export type SimulatedFolder = { text: string | null; boot: string; writer: Owner | null };

/** The journal's file as one process sees it: what is written there stays, whatever becomes of the process. */
export function simulatedJournalFile(folder: SimulatedFolder, owner: Owner): JournalFile {
  return {
    get boot() {
      return folder.boot;
    },
    take() {
      folder.writer ??= owner;
      return folder.writer === owner;
    },
    read: () => folder.text,
    append(text) {
      folder.text = `${folder.text ?? ""}${text}`;
    },
    replace(text) {
      folder.text = text;
    },
    remove() {
      folder.text = null;
    },
    release() {
      if (folder.writer === owner) folder.writer = null;
    },
  };
}

/** A process dies. Returns whether it leaves a journal; without one, whatever it had claimed is in doubt. */
export function leave(folder: SimulatedFolder, owner: Owner): boolean {
  const isWriter = folder.writer === owner;
  if (isWriter) folder.writer = null;
  return isWriter && folder.text !== null;
}
