import type { MiddlewareHandler } from "hono";
import type { Settings } from "../../settings/settings.ts";
import type { Env } from "../environment.ts";

/** What a page of ours may load and do; a route that shows foreign HTML sets a stricter one of its own. */
const contentSecurityPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Where Unlayer's editor is switched on, its page may load their script and show their frame. */
export const unlayerPolicy = contentSecurityPolicy
  .replace("script-src 'self'", "script-src 'self' https://editor.unlayer.com")
  .replace("frame-src 'self'", "frame-src 'self' https://editor.unlayer.com");

/** Our pages use none of these, so nothing injected into or framed by them may either. */
const permissionsPolicy = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** For what mails and other sites show: a browser that reads mail is another site (Fetch, section 3.7). */
export const forOtherSites = { "cross-origin-resource-policy": "cross-origin" };

const yearSeconds = 365 * 24 * 60 * 60;
const hstsOf = {
  off: {},
  on: { "strict-transport-security": `max-age=${yearSeconds}` },
  subdomains: { "strict-transport-security": `max-age=${yearSeconds}; includeSubDomains` },
} satisfies Record<Settings["hsts"], Record<string, string>>;

/** What every answer says that says nothing else about it. */
export function headersOfEach({
  isHttps,
  hsts,
}: {
  isHttps: boolean;
  hsts: Settings["hsts"];
}): Readonly<Record<string, string>> {
  return {
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": permissionsPolicy,
    // Not same-origin: the window that connects a Google account is polled for its closing.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    ...(isHttps ? hstsOf[hsts] : {}),
  };
}

/** Gives every answer those headers. What a handler has set already stays. */
export function securityHeaders(always: Readonly<Record<string, string>>): MiddlewareHandler<Env> {
  const entries = Object.entries(always);
  return async (c, next) => {
    await next();
    // Not with Hono's own method, which makes a new response for each header.
    const { headers } = c.res;
    for (const [name, value] of entries) if (!headers.has(name)) headers.set(name, value);
  };
}
