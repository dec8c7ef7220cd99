import type { MiddlewareHandler } from "hono";
import { Refusal } from "../../../contract/errors.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { kib, mib } from "../../../contract/limits/units.ts";
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

/** The same for a form, which is read where it lies: whoever answers asks `formOf`. */
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
  return readAll({ stream: request.body, announced: announcedBytes(request), maxBytes, receiveMs });
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

type Source = {
  stream: ReadableStream<Uint8Array>;
  announced: number;
  maxBytes: number;
  receiveMs: number;
};

async function readAll({ stream, announced, maxBytes, receiveMs }: Source): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  // Each piece is put where it belongs as it comes: ten megabytes joined at the end would hold everybody up.
  const whole = new GrowingBytes(announced);
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
      if (done) return whole.bytes();
      if (whole.length + value.length > maxBytes) {
        // Nobody reads on either way, and the refusal is what counts.
        reader.cancel().catch(() => {});
        throw tooLarge(maxBytes);
      }
      whole.add(value);
    }
  } finally {
    clearTimeout(deadline);
  }
}

/** Bytes that become more, in room that was announced, or doubles where it was not. */
class GrowingBytes {
  #room: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(announced: number) {
    this.#room = new Uint8Array(announced);
  }

  add(piece: Uint8Array): void {
    const length = this.length + piece.length;
    if (length > this.#room.length) {
      const larger = new Uint8Array(Math.max(2 * this.#room.length, length));
      larger.set(this.#room.subarray(0, this.length));
      this.#room = larger;
    }
    this.#room.set(piece, this.length);
    this.length = length;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#room.subarray(0, this.length);
  }
}

function tooLarge(maxBytes: number): Refusal {
  // Rounded down: the few kilobytes that a form adds are not what a file may have.
  const size = maxBytes >= mib ? `${Math.floor(maxBytes / mib)} MB` : `${Math.floor(maxBytes / kib)} KB`;
  return new Refusal("too_large", `The request is larger than ${size}`);
}
