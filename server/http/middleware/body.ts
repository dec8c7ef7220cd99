import type { MiddlewareHandler } from "hono";
import { Refusal } from "../../../contract/errors.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { kib, mib } from "../../../contract/limits/units.ts";
import type { Env } from "../environment.ts";

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
  return readAll({ stream: request.body, maxBytes, receiveMs });
}

export function announcedBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/** Refuses a body that says it is too large; what it really is must be counted by whoever reads it. */
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
  if (given !== mediaType) throw new Refusal("unsupported_media_type", `Send this as ${mediaType}`);
}

type Source = { stream: ReadableStream<Uint8Array>; maxBytes: number; receiveMs: number };

async function readAll({ stream, maxBytes, receiveMs }: Source): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    // Whoever sends has hung up already, and is told below that it took too long.
    reader.cancel().catch(() => {});
  }, receiveMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) throw new Refusal("bad_request", "The request took too long to arrive", { status: 408 });
      if (done) return joined(chunks, size);
      size += value.length;
      if (size > maxBytes) {
        // Nobody reads on either way, and the refusal is what counts.
        reader.cancel().catch(() => {});
        throw tooLarge(maxBytes);
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(deadline);
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
  const size = maxBytes >= mib ? `${Math.floor(maxBytes / mib)} MB` : `${Math.floor(maxBytes / kib)} KB`;
  return new Refusal("too_large", `The request is larger than ${size}`);
}
