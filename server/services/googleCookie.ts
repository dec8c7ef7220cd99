import { parse, serialize } from "hono/utils/cookie";
import { limits } from "../../contract/limits.ts";
import type { Settings } from "../settings.ts";
import { isHttps } from "./sessionCookie.ts";

type Where = Pick<Settings, "publicUrl">;

/**
 * Marks the browser that began to sign in with Google, before there is a session: only that browser may come back
 * with Google's answer, so nobody can sign others in as themselves. Null takes the mark away.
 */
export function googleCookie({ mark, settings }: { mark: string | null; settings: Where }): string {
  return serialize(nameOf(settings) as "amplify-google", mark ?? "", {
    path: "/",
    httpOnly: true,
    // Google's answer is a navigation from another site, which "Strict" would leave without the mark.
    sameSite: "Lax",
    secure: isHttps(settings),
    maxAge: mark === null ? 0 : limits.oauth.stateMs / 1000,
  });
}

export function googleMarkIn({ request, settings }: { request: Request; settings: Where }): string | null {
  const name = nameOf(settings);
  const mark = parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
  return /^[\w-]{1,64}$/.test(mark) ? mark : null;
}

function nameOf(settings: Where): string {
  return isHttps(settings) ? "__Host-amplify-google" : "amplify-google";
}
