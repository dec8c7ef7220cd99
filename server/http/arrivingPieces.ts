import { importLimits } from "../../contract/limits/imports.ts";
import { refused } from "../../contract/refused.ts";

/**
 * A long body as it arrives. A sender who drips or falls silent does not hold anything open for ever.
 * @throws {Refusal} request_timeout when nothing comes for a time.
 */
export async function* arrivingPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // The body has ended, or its sender is gone: nobody waits for anything more.
    reader.cancel().catch(() => {});
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    const late = () => reject(refused("upload_stalled", {}, { status: 408 }));
    timer = setTimeout(late, importLimits.stalledMs);
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
