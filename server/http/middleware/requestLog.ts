import type { MiddlewareHandler } from "hono";
import { Refusal } from "../../../contract/errors.ts";
import type { Core } from "../../core/core.ts";
import { duringRequest } from "../../log/requestUnderWay.ts";
import type { Env } from "../environment.ts";

/** The header that names a request, for whoever reports one that failed. */
export const requestIdHeader = "x-request-id";

/**
 * Gives each request an id, which its answer and every entry about it name. What fails through no fault of the caller's
 * is written down; every other answer only where somebody looks closely.
 */
export function requestLog({ log, newId }: Pick<Core, "log" | "newId">): MiddlewareHandler<Env> {
  return async (c, next) => {
    // Always our own: an id chosen by a caller could be that of somebody else's request.
    const request = newId();
    c.set("requestId", request);
    await duringRequest(request, next);
    c.res.headers.set(requestIdHeader, request);
    const { status } = c.res;
    const about = { request, user: c.var.caller?.uid, method: c.req.method, path: shown(c.req.path), status };
    if (status < 500) return log.debug("A request was answered", about);
    const { error } = c;
    const failed = `${about.method} ${about.path} failed`;
    // The database is busy or the disk is full: that is no fault of the program, and a stack trace says nothing.
    if (error instanceof Refusal) log.warn(failed, { ...about, code: error.code, error: error.cause });
    else log[status === 500 ? "error" : "warn"](failed, { ...about, error });
  };
}

/** The path only, for a query may hold anything; and of a link out of a mail not the token that it is made of. */
function shown(path: string): string {
  return path.replace(/^\/(u|o|c|r)\/.*/s, "/$1/{token}");
}
