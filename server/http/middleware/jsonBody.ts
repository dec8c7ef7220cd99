import { isUtf8 } from "node:buffer";
import type { MiddlewareHandler } from "hono";
import type { Scope } from "../../../contract/identity/scope.ts";
import { bodyLimits, jsonLimits } from "../../../contract/limits/http.ts";
import { refused } from "../../../contract/refused.ts";
import { atOnce, inSlices } from "../../core/inSlices.ts";
import { longWork } from "../../core/longWork.ts";
import type { Env } from "../environment.ts";
import { announcedBytes, readBody, refuseOtherType } from "./body.ts";
import { parsingJson } from "./parsingJson.ts";

/**
 * Reads a body of JSON and parses it, before whoever checks it asks for it: a long one a piece at a time, in its
 * caller's turn. `countLong` is told who sends a body that is longer than a template's call, and throws what refuses
 * it: where its length is announced before any of it is read, else before it is parsed.
 */
export function jsonBody(
  maxBytes: number,
  countLong: (caller: Env["Variables"]["caller"]) => Promise<void>,
): MiddlewareHandler<Env> {
  const isLong = (bytes: number) => bytes > bodyLimits.templateBytes;
  return async (c, next) => {
    const { caller } = c.var;
    const announced = announcedBytes(c.req.raw);
    if (isLong(announced) && announced <= maxBytes) await countLong(caller);
    const bytes = await readBody(c.req.raw, { maxBytes });
    refuseOtherType(c.req.raw, "application/json");
    // Said here: whoever else asks for it, as an Idempotency-Key does, would take an empty text for a fault of ours.
    if (bytes === null) throw refused("json_malformed");
    // Some programs send Latin-1 unasked. Read as UTF-8, every letter beyond ASCII would become a question mark.
    if (!isUtf8(bytes)) throw refused("json_not_utf8");
    if (isLong(bytes.length) && !isLong(announced)) await countLong(caller);
    const value = await parsed(bytes, caller?.scope);
    c.req.json = async <T>() => value as T;
    await next();
  };
}

async function parsed(bytes: Uint8Array, scope: Scope | undefined): Promise<unknown> {
  try {
    const work = parsingJson(bytes);
    if (bytes.length <= jsonLimits.pieceBytes) return atOnce(work);
    return await (scope === undefined ? inSlices(work) : longWork(scope, () => work));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refused("json_malformed", {}, { cause: error });
  }
}
