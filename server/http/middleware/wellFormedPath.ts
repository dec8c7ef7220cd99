import type { MiddlewareHandler } from "hono";
import { refused } from "../../../contract/refused.ts";
import type { Env } from "../environment.ts";

/** Answers 404 for paths that nothing of ours is called by: controls, backslashes, dots in disguise, broken escapes. */
export const wellFormedPath: MiddlewareHandler<Env> = async (c, next) => {
  if (!isWellFormed(new URL(c.req.url).pathname)) throw refused("not_found");
  await next();
};

function isWellFormed(path: string): boolean {
  // An escaped slash or dot would mean one thing to a router and another to whoever decodes it later.
  if (/%(2f|5c|2e|[01][0-9a-f]|7f)/i.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
