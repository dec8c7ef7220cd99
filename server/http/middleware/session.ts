import type { MiddlewareHandler } from "hono";
import type { Identity } from "../../identity/identity.ts";
import type { Env } from "../environment.ts";

/** Leaves on the request who is calling, or null. Files are the same for everybody, so nobody is looked up. */
export function sessionOf(identity: Pick<Identity, "callerOf">): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set("caller", c.req.path.startsWith("/static/") ? null : await identity.callerOf(c.req.raw));
    await next();
  };
}
