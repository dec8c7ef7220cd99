import { csvLines } from "../../contract/imports/csvLines.ts";

/** Rows as a file that spreadsheet programs open, written while they are being read. */
export function csvStream(batches: AsyncGenerator<string[][]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  // Without the mark they take UTF-8 for something older.
  let start = "\ufeff";
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await batches.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(start + csvLines(value)));
      start = "";
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
}
