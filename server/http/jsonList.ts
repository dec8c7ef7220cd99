import { yieldToOthers } from "../core/yieldToOthers.ts";
import { datesAsked } from "./datesAsked.ts";

/** What stands around the list, for answers that are an object with a list in it. */
type Frame = { before?: string; after?: string };

/**
 * Answers a JSON array while it is being read, from batches of values or of their text with commas between, so that a long list never stands in memory whole. Between two
 * batches others have their turn; nothing more is read once the caller has gone. The first batch is read before
 * the answer begins: what goes wrong there is still refused properly, and later the answer breaks off in mid-array.
 */
export async function jsonList(
  batches: AsyncIterable<readonly unknown[] | string>,
  { before = "", after = "" }: Frame = {},
): Promise<Response> {
  const inDates = datesAsked();
  const iterator = batches[Symbol.asyncIterator]();
  let next = await iterator.next();
  let glue = `${before}[`;
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A stream whose pull adds nothing is not asked again, so empty batches are passed over here.
      while (!next.done && next.value.length === 0) next = await iterator.next();
      if (next.done) {
        controller.enqueue(encoder.encode(`${glue === "," ? "" : glue}]${after}`));
        controller.close();
        return;
      }
      const text = textOf(next.value, inDates);
      controller.enqueue(encoder.encode(glue + text));
      glue = ",";
      await yieldToOthers();
      next = await iterator.next();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(stream, { headers: { "content-type": "application/json" } });
}

function textOf(batch: readonly unknown[] | string, inDates: ReturnType<typeof datesAsked>): string {
  if (inDates !== null) {
    const values: unknown[] = typeof batch === "string" ? JSON.parse(`[${batch}]`) : [...batch];
    return JSON.stringify(values.map(inDates)).slice(1, -1);
  }
  return typeof batch === "string" ? batch : JSON.stringify(batch).slice(1, -1);
}
