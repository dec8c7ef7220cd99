import { parse, serialize } from "hono/utils/cookie";
import { oauthLimits } from "../../contract/limits/accounts/oauth.ts";
import type { Settings } from "../settings/settings.ts";
import { isHttps } from "../settings/settings.ts";

type Where = Pick<Settings, "publicUrl">;

/**
 * "google" marks the browser that began to sign in with Google, before there is a session: only that browser may come
 * back with Google's answer, so nobody can sign others in as themselves. "google-link" is the ticket of a visit that
 * waits for a password.
 */
type Kind = "google" | "google-link";

/** Null takes the cookie away. */
export function googleCookie({
  kind = "google",
  mark,
  settings,
}: {
  kind?: Kind;
  mark: string | null;
  settings: Where;
}): string {
  return serialize(nameOf(kind, settings), mark ?? "", {
    path: "/",
    httpOnly: true,
    // Google's answer is a navigation from another site, which "Strict" would leave without the mark.
    sameSite: "Lax",
    secure: isHttps(settings),
    maxAge: mark === null ? 0 : oauthLimits.stateMs / 1000,
  });
}

export function googleMarkIn({
  kind = "google",
  request,
  settings,
}: {
  kind?: Kind;
  request: Request;
  settings: Where;
}): string | null {
  const name = nameOf(kind, settings);
  const mark = parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
  return /^[\w.-]{1,1024}$/.test(mark) ? mark : null;
}

function nameOf(kind: Kind, settings: Where): "amplify-google" {
  const name = `${isHttps(settings) ? "__Host-" : ""}amplify-${kind}`;
  return name as "amplify-google";
}
