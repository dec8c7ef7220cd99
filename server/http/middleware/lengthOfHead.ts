import type { MiddlewareHandler } from "hono";
import type { Env } from "../environment.ts";

/**
 * HEAD says how long the answer to GET would be (RFC 9110, section 8.6). Hono takes the body away without looking,
 * and the server would then say that there is none.
 */
export const lengthOfHead: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  if (c.req.method !== "HEAD" || c.res.body === null || c.res.headers.has("content-length")) return;
  let length = 0;
  for await (const piece of c.res.body) length += piece.length;
  c.res.headers.set("content-length", String(length));
};
