import { parse, serialize } from "hono/utils/cookie";
import { keyPrefix } from "../../contract/identity/keys.ts";
import { sessionLimits } from "../../contract/limits/identity.ts";
import { isHttps, type Settings } from "../settings/settings.ts";

type Where = Pick<Settings, "publicUrl">;

/** On https the `__Host-` prefix keeps other hosts of the domain from setting the cookie (RFC 6265bis, 4.1.3). */
export function cookieName(settings: Where): string {
  return isHttps(settings) ? "__Host-amplify" : "amplify";
}

/** The Set-Cookie text for a new session's token; null signs the browser out. */
export function sessionCookie({ token, settings }: { token: string | null; settings: Where }): string {
  return serialize(cookieName(settings) as "amplify", token ?? "", {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: isHttps(settings),
    maxAge: token === null ? 0 : sessionLimits.absoluteMs / 1000,
  });
}

/**
 * The session tokens that a request carries: the Authorization header's, with or without "Bearer", then the
 * cookie's. Anything that cannot be one of ours (another service's token, a stored 'site') is as if absent.
 */
export function presentedTokens({ request, settings }: { request: Request; settings: Where }): string[] {
  const header = authorizationOf(request);
  // Whoever names a key means that key: a cookie beside it signs nobody in.
  if (header.startsWith(keyPrefix)) return [];
  const name = cookieName(settings);
  const cookie = parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
  return [...new Set([header, cookie])].filter((token) => shape.test(token));
}

/** The key that a request names in its Authorization header, whole or not; null where it names none. */
export function presentedKey(request: Request): string | null {
  const header = authorizationOf(request);
  return header.startsWith(keyPrefix) ? header : null;
}

function authorizationOf(request: Request): string {
  return (request.headers.get("authorization") ?? "").replace(/^bearer\s+/i, "").trim();
}

const shape = new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((sessionLimits.tokenBytes * 4) / 3)}}$`);
