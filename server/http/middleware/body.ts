import type { MiddlewareHandler } from "hono";
import type { Refusal } from "../../../contract/errors.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { kib, mib } from "../../../contract/limits/units.ts";
import { refused } from "../../../contract/refused.ts";
import type { Env } from "../environment.ts";
import { keepForm } from "../form.ts";

/** Reads the whole body before the handler runs, within the bounds of `readBody`. */
export function boundedBody(
  maxBytes: number,
  { receiveMs = bodyLimits.receiveMs }: { receiveMs?: number } = {},
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const body = await readBody(c.req.raw, { maxBytes, receiveMs });
    if (body !== null) c.req.raw = new Request(c.req.raw, { body, method: c.req.method });
    await next();
  };
}

/** The same for a form, which is parsed in place: the handler calls `formOf`. */
export function boundedForm(maxBytes: number): MiddlewareHandler<Env> {
  return async (c, next) => {
    refuseOtherType(c.req.raw, "multipart/form-data");
    const body = await readBody(c.req.raw, { maxBytes });
    if (body !== null) keepForm(c.req.raw, body);
    await next();
  };
}

/**
 * A request's body: at most `maxBytes`, whatever Content-Length says or leaves out, and within a time, so that a
 * sender who drips bytes does not hold a request open for ever. Null where there is none.
 */
export async function readBody(
  request: Request,
  { maxBytes, receiveMs = bodyLimits.receiveMs }: { maxBytes: number; receiveMs?: number },
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.body === null) return null;
  if (announcedBytes(request) > maxBytes) throw tooLarge(maxBytes);
  const announced = announcedBytes(request);
  return inTime(receiveMs, (late) =>
    // A body with a Content-Length is put together by the runtime, in half the time, and never beyond that length.
    announced > 0 ? wholeBody(request) : readAll({ stream: request.body as ReadableStream, maxBytes, late }),
  );
}

export function announcedBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/** Refuses a body that is announced as too large; whoever reads it has to count what really comes. */
export function announcedBody(maxBytes: number): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (announcedBytes(c.req.raw) > maxBytes) throw tooLarge(maxBytes);
    await next();
  };
}

/** Refuses a body that does not say it is of the kind the endpoint reads. */
export function bodyOfType(mediaType: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    refuseOtherType(c.req.raw, mediaType);
    await next();
  };
}

/** @throws {Refusal} unsupported_media_type. */
export function refuseOtherType(request: Request, mediaType: string): void {
  const given = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  // A browser sends text/plain to another site without asking it first; JSON it does not.
  if (given !== mediaType) throw refused("media_type_refused", { mediaType });
  // Nothing here inflates what strangers send. Read as it came, it would be taken for broken.
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase();
  if (encoding && encoding !== "identity") throw refused("body_encoded");
}

async function wholeBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await request.arrayBuffer().catch((cause: unknown) => {
    // Whoever sent it hung up, which is no fault of ours.
    throw refused("request_cut_short", {}, { cause });
  });
  return new Uint8Array(bytes);
}

/** @throws {Refusal} bad_request when it takes longer; `late` is told of it. */
async function inTime<T>(receiveMs: number, read: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const deadline = setTimeout(() => {
    reject(refused("request_too_slow", {}, { status: 408 }));
    late.abort();
  }, receiveMs);
  try {
    return await Promise.race([read(late.signal), promise]);
  } finally {
    clearTimeout(deadline);
  }
}

type Source = { stream: ReadableStream<Uint8Array>; maxBytes: number; late: AbortSignal };

async function readAll({ stream, maxBytes, late }: Source): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  // Nobody reads on, and the refusal is what counts.
  const letGo = () => reader.cancel().catch(() => {});
  late.addEventListener("abort", letGo, { once: true });
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.length;
    if (size > maxBytes) {
      letGo();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function tooLarge(maxBytes: number): Refusal {
  // Rounded down: the few kilobytes that a form adds are not what a file may have.
  return maxBytes >= mib
    ? refused("request_too_large", { size: Math.floor(maxBytes / mib), unit: "MB" })
    : refused("request_too_large", { size: Math.floor(maxBytes / kib), unit: "KB" });
}
