import { workerUrl } from "#platform/workers";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { sheetRefusals } from "./refusals.ts";
import { runWorker, type SheetRows } from "./runWorker.ts";
import { createSemaphore } from "./semaphore.ts";

type SheetFile = {
  name: string;
  bytes: Uint8Array;
  /** Nobody else reads the bytes, or what they are a part of: they are handed over rather than copied. */
  isGivenAway?: boolean;
  signal?: AbortSignal;
};

export interface Sheets {
  /**
   * The rows of a .csv, .xls or .xlsx file as objects by column name; every row has every column, in the file's order.
   * `truncated` says that rows, columns or the ends of long cells beyond `sheetLimits` were left out.
   * Throws a Refusal: `bad_request` or `too_large` with what to do, `unavailable` when too many files wait.
   * Rejects with the signal's reason once that is aborted.
   */
  convert(file: SheetFile): Promise<SheetRows>;
  /** Ends every reading under way; those who wait are refused as `unavailable`. */
  close(): Promise<void>;
}

/** Bounds that tests make small; the product's own are in `contract/limits/`. */
export type SheetsOptions = {
  workersMax?: number;
  queueMax?: number;
  parseMs?: number;
  memoryBytes?: number;
  /** Another worker in the place of our own, to see what happens when one dies. */
  workerUrl?: URL;
};

/** Reads uploaded sheets away from the event loop, a few at once, each in a worker that can be killed. */
export function createSheets(options: SheetsOptions = {}): Sheets {
  const semaphore = createSemaphore({
    runningMax: options.workersMax ?? sheetLimits.workersMax,
    waitingMax: options.queueMax ?? sheetLimits.queueMax,
  });
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  async function read({ bytes, isGivenAway = false, signal: ownSignal }: SheetFile): Promise<SheetRows> {
    const signal = ownSignal ? AbortSignal.any([ownSignal, closing.signal]) : closing.signal;
    await semaphore.enter(signal);
    try {
      return await runWorker({
        bytes,
        isGivenAway,
        signal,
        parseMs: options.parseMs ?? sheetLimits.parseMs,
        memoryBytes: options.memoryBytes ?? sheetLimits.workerMemoryBytes,
        workerUrl: options.workerUrl ?? workerUrl("server/sheets/worker"),
      });
    } finally {
      semaphore.leave();
    }
  }

  return {
    async convert(file) {
      checkNameAndSize(file);
      const reading = read(file);
      underWay.add(reading);
      return await reading.finally(() => underWay.delete(reading));
    },
    async close() {
      closing.abort(sheetRefusals.closed());
      await Promise.allSettled(underWay);
    },
  };
}

function checkNameAndSize({ name, bytes }: SheetFile): void {
  if (!/\.(csv|xls|xlsx)$/i.test(name.trim())) throw sheetRefusals.extension();
  if (bytes.length > sheetLimits.fileBytes) throw sheetRefusals.fileTooLarge(sheetLimits.fileBytes);
  if (bytes.length === 0) throw sheetRefusals.empty();
}
