import type { MiddlewareHandler } from "hono";
import type { Caller } from "../../core/caller.ts";
import type { Env } from "../environment.ts";

/** Who a request comes from; the domain of identities answers it. */
export type Sessions = { callerOf(request: Request): Promise<Caller | null> };

/** Leaves on the request who is calling, or null. Files are the same for everybody, so nobody is looked up. */
export function sessionOf(sessions: Sessions): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set("caller", c.req.path.startsWith("/static/") ? null : await sessions.callerOf(c.req.raw));
    await next();
  };
}
