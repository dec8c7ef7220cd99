import type { MiddlewareHandler } from "hono";
import type { Env } from "../environment.ts";

/** What a page of ours may load and do; a route that shows foreign HTML sets a stricter one of its own. */
export const contentSecurityPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Where Unlayer's editor is switched on, its page may load their script and show their frame. */
export const unlayerPolicy = contentSecurityPolicy
  .replace("script-src 'self'", "script-src 'self' https://editor.unlayer.com")
  .replace("frame-src 'self'", "frame-src 'self' https://editor.unlayer.com");

const yearSeconds = 365 * 24 * 60 * 60;

/** The headers of every answer. What a handler has set already stays. */
export function securityHeaders({ isHttps }: { isHttps: boolean }): MiddlewareHandler<Env> {
  const always: Record<string, string> = {
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    // Not same-origin: the window that connects a Google account is polled for its closing.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cache-control": "no-store",
    ...(isHttps ? { "strict-transport-security": `max-age=${yearSeconds}; includeSubDomains` } : {}),
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(always)) if (!c.res.headers.has(name)) c.header(name, value);
  };
}
