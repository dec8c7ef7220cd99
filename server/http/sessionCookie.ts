import { parse, serialize } from "hono/utils/cookie";
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
  const header = (request.headers.get("authorization") ?? "").replace(/^bearer\s+/i, "").trim();
  const name = cookieName(settings);
  const cookie = parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
  return [...new Set([header, cookie])].filter((token) => shape.test(token));
}

const shape = new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((sessionLimits.tokenBytes * 4) / 3)}}$`);
