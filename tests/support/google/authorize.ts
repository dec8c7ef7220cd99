import type { Grants } from "./grants.ts";
import type { GooglePerson } from "./person.ts";

/** What is wrong with a request for consent, as Google would put it on an error page; null when nothing is. */
export function authorizeFault(
  request: URLSearchParams,
  { clientId, provider = "google" }: { clientId: string; provider?: "google" | "microsoft" },
): string | null {
  const wanted = (name: string) => request.get(name) ?? "";
  if (wanted("client_id") !== clientId) return "invalid_client";
  const back = /^http:\/\/(?:127\.0\.0\.1|localhost):\d+(\/.+)$/.exec(wanted("redirect_uri"))?.[1];
  if (back !== `/auth/${provider}/callback`) return "redirect_uri_mismatch";
  if (wanted("response_type") !== "code") return "unsupported_response_type";
  if (!wanted("scope").split(" ").includes("openid")) return "invalid_scope";
  if (wanted("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(wanted("code_challenge")))
    return "invalid_request: PKCE";
  return wanted("state") === "" ? "invalid_request: state" : null;
}

/**
 * Where the browser goes of whom nothing may be asked, since nobody is signed in (OpenID Connect Core section 3.1.2.1); null where
 * something may be.
 */
export function afterNothing(request: URLSearchParams): string | null {
  if (request.get("prompt") !== "none") return null;
  const url = new URL(request.get("redirect_uri") ?? "");
  url.searchParams.set("error", "login_required");
  url.searchParams.set("state", request.get("state") ?? "");
  return url.href;
}

/** Where the browser goes after somebody answered (RFC 6749 section 4.1.2). */
export function afterConsent(given: {
  request: URLSearchParams;
  form: URLSearchParams;
  people: readonly GooglePerson[];
  grants: Grants;
}): string {
  const { request, form, people, grants } = given;
  const url = new URL(request.get("redirect_uri") ?? "");
  url.searchParams.set("state", request.get("state") ?? "");
  const person = people.find(({ email }) => email === form.get("email"));
  if (form.get("answer") !== "allow" || person === undefined) {
    url.searchParams.set("error", "access_denied");
    return url.href;
  }
  const identity = (request.get("scope") ?? "").split(" ").filter((scope) => !scope.startsWith("https://"));
  const code = grants.addCode({
    person,
    redirectUri: request.get("redirect_uri") ?? "",
    challenge: request.get("code_challenge") ?? "",
    scopes: [...identity, ...form.getAll("scope")],
    offline: request.get("access_type") === "offline" || identity.includes("offline_access"),
  });
  url.searchParams.set("code", code);
  return url.href;
}
