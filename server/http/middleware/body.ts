import type { MiddlewareHandler } from "hono";
import { Refusal } from "../../../contract/errors.ts";
import { kib, mib } from "../../../contract/limits/units.ts";
import { limits } from "../../../contract/limits.ts";
import { isTooDeep } from "../../../contract/parseJson.ts";
import type { Env } from "../environment.ts";

/**
 * Reads the whole body before the handler runs: at most `maxBytes`, whatever Content-Length says or leaves out,
 * and within a time, so that a sender who drips bytes does not hold a request open for ever. Of `json`, the nesting
 * is bounded too, before anything is made of it.
 */
export function boundedBody(
  maxBytes: number,
  { receiveMs = limits.body.receiveMs, json = false }: { receiveMs?: number; json?: boolean } = {},
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const request = c.req.raw;
    if (request.body === null) return next();
    const announced = Number(request.headers.get("content-length") ?? 0);
    if (announced > maxBytes) throw tooLarge(maxBytes);
    const body = await readAll({ stream: request.body, maxBytes, receiveMs });
    if (json && isTooDeep(body)) throw tooDeep();
    c.req.raw = new Request(request, { body, method: request.method });
    await next();
  };
}

/** Refuses a body that says it is too large; what it really is must be counted by whoever reads it. */
export function announcedBody(maxBytes: number): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (Number(c.req.header("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
    await next();
  };
}

/** Refuses a body that does not say it is of the kind the endpoint reads. */
export function bodyOfType(mediaType: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const given = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
    // A browser sends text/plain to another site without asking it first; JSON it does not.
    if (given !== mediaType) throw new Refusal("unsupported_media_type", `Send this as ${mediaType}`);
    await next();
  };
}

type Source = { stream: ReadableStream<Uint8Array>; maxBytes: number; receiveMs: number };

async function readAll({ stream, maxBytes, receiveMs }: Source): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {});
  }, receiveMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) throw new Refusal("bad_request", "The request took too long to arrive", { status: 408 });
      if (done) return joined(chunks, size);
      size += value.length;
      if (size > maxBytes) {
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

function tooDeep(): Refusal {
  const { depthMax } = limits.json;
  return new Refusal(
    "bad_request",
    `This is nested too deep: at most ${depthMax} levels of brackets are read`,
  );
}

function tooLarge(maxBytes: number): Refusal {
  // Rounded down: the few kilobytes that a form adds are not what a file may have.
  const size = maxBytes >= mib ? `${Math.floor(maxBytes / mib)} MB` : `${Math.floor(maxBytes / kib)} KB`;
  return new Refusal("too_large", `The request is larger than ${size}`);
}
