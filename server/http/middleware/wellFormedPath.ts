import type { MiddlewareHandler } from "hono";
import type { Env } from "../environment.ts";

/** Nothing is looked for at paths that nothing of ours is called by: controls, backslashes, dots in disguise, broken escapes. */
export const wellFormedPath: MiddlewareHandler<Env> = async (c, next) => {
  if (isWellFormed(c.req.raw)) return next();
  return c.notFound();
};

export function isWellFormed({ url }: Pick<Request, "url">): boolean {
  const path = inOurSpelling(new URL(url).pathname);
  // An escaped slash or dot would mean one thing to a router and another to whoever decodes it later.
  if (/%(2f|5c|2e|[01][0-9a-f]|7f)/i.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Recipients' links come through programs that escape the dot of a token, or take the end of its line along. */
function inOurSpelling(path: string): string {
  if (!/^\/[cour]\/[\w-]/.test(path)) return path;
  return path.replace(/%2e/gi, ".").replace(/(?:%0d)?%0a$/i, "");
}
