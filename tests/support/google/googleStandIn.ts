import type { JWTPayload } from "jose";
import { afterConsent, afterNothing, authorizeFault } from "./authorize.ts";
import { consentPage } from "./consentPage.ts";
import { type GmailFault, type GmailMail, takeMail } from "./gmail.ts";
import { createGrants, type Granted } from "./grants.ts";
import type { GooglePerson } from "./person.ts";
import { type Asked, serveHttp, type Told } from "./serveHttp.ts";
import { createSigner } from "./signer.ts";

/** What a test may have Google do; everything is as it should be unless said. */
export type GoogleScript = {
  /** In place of taking a mail. `count` is how many were taken before. */
  gmail: (mail: GmailMail, count: number) => GmailFault | null;
  /** In place of the token endpoint's answer. */
  token: (form: URLSearchParams) => { status: number; body: object } | null;
  /** The status of an answer in place of ending a permission. */
  revoke: () => number | null;
  /** Further headers of Google's pages. */
  pageHeaders: Record<string, string>;
};

export type GoogleStandIn = {
  /** For GOOGLE_BASE_URL. */
  url: string;
  clientId: string;
  /** Settings of a server that believes this Google and no other. */
  environment: Record<string, string>;
  /** A token as Google signs it; each claim can be another, or left out with undefined. */
  idToken(claims?: JWTPayload & Record<string, unknown>): Promise<string>;
  /** Signs with a key of one's own under the name of Google's. */
  forgedToken(claims?: Record<string, unknown>): Promise<string>;
  /** Signed by the right key, and by another algorithm than the one that is agreed. */
  otherWayToken(claims?: Record<string, unknown>): Promise<string>;
  /** The published key as PEM text, for those who would use it as a secret. */
  publicKeyPem: string;
  /** Who has a Google account here; the consent page lists them. */
  people: GooglePerson[];
  script: GoogleScript;
  /** Every mail that Gmail took. */
  mails: GmailMail[];
  /** The grant types that the token endpoint was asked for, in order. */
  tokenCalls: string[];
  /** Answers a consent page as a person would; where the browser is sent then. */
  consent(url: URL | string, answer: { email: string; deny?: boolean; without?: string[] }): Promise<URL>;
  /** The refresh token of somebody who has allowed this already. */
  allow(email: string, scopes: string[]): string;
  /** The person takes the permission back in the Google account. */
  withdraw(email: string): void;
  endAccess(): void;
  refreshTokens(): string[];
  /** Whether an access token lets somebody's mailbox be read, or whatever `scope` allows. */
  lets(email: string, token: string, scope: string): boolean;
  /** Connections that were opened to any part of Google so far. */
  connectionCount(): number;
  close(): void;
};

let shared: Promise<GoogleStandIn> | undefined;

/** Google's part, with a real key and really signed tokens. One a process, for tests that keep nothing in it. */
export function googleStandIn(): Promise<GoogleStandIn> {
  shared ??= startGoogleStandIn();
  return shared;
}

export async function startGoogleStandIn({ accessSeconds = 3_599 } = {}): Promise<GoogleStandIn> {
  const clientId = "client.apps.example";
  const { keys, ...signer } = await createSigner(clientId);
  const grants = createGrants({ accessSeconds });
  const people: GooglePerson[] = [somePerson("ada@gmail.example"), somePerson("bob@gmail.example")];
  const script: GoogleScript = { gmail: () => null, token: () => null, revoke: () => null, pageHeaders: {} };
  const mails: GmailMail[] = [];
  const tokenCalls: string[] = [];

  const routes: Record<string, (asked: Asked) => Promise<Told>> = {
    "GET /oauth2/v3/certs": async () => json(200, keys),
    "GET /o/oauth2/v2/auth": async ({ url: { searchParams: request } }) =>
      authorized(request, { clientId, people, headers: script.pageHeaders }),
    "POST /consent": async ({ url, body }) => {
      const form = new URLSearchParams(body);
      const location = afterConsent({ request: url.searchParams, form, people, grants });
      return { status: 302, headers: { location }, body: "" };
    },
    "POST /token": async ({ body }) => {
      const form = new URLSearchParams(body);
      tokenCalls.push(form.get("grant_type") ?? "");
      const scripted = script.token(form);
      if (scripted !== null) return json(scripted.status, scripted.body);
      if (form.get("client_id") !== clientId || form.get("client_secret") !== "secret")
        return json(401, { error: "invalid_client", error_description: "Unauthorized" });
      const granted = grantedFor(form, grants);
      if (granted === null) return json(400, { error: "invalid_grant", error_description: "Bad Request" });
      return json(200, await tokenAnswer({ granted, idToken: signer.idToken, accessSeconds }));
    },
    "POST /revoke": async ({ body }) => {
      const scripted = script.revoke();
      if (scripted === null) grants.revoke(new URLSearchParams(body).get("token") ?? "");
      return json(scripted ?? 200, {});
    },
    "POST /gmail/v1/users/me/messages/send": async ({ headers, body }) => {
      const authorization = headers.authorization ?? "";
      const taken = await takeMail({ authorization, body, grants, mails, fault: script.gmail });
      if (typeof taken === "string") return taken;
      const { status, body: told, headers: more, breaksOff } = taken;
      return { ...json(status, told, more), ...(breaksOff ? { breaksOff } : {}) };
    },
  };
  const server = await serveHttp(
    async (asked) =>
      (await routes[`${asked.method} ${asked.url.pathname}`]?.(asked)) ?? page(404, "Not found"),
  );
  return {
    url: server.url,
    clientId,
    environment: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: "secret",
      GOOGLE_BASE_URL: server.url,
    },
    ...signer,
    people,
    script,
    mails,
    tokenCalls,
    consent: (url, answer) => answerConsent(`${server.url}/consent`, new URL(url), answer),
    allow: (email, scopes) => grants.allow(somePerson(email), scopes),
    withdraw: grants.withdraw,
    endAccess: grants.endAccess,
    refreshTokens: grants.refreshTokens,
    lets: (email, token, scope) => letsDo(grants, { email, token, scope }),
    connectionCount: server.connectionCount,
    close: server.close,
  };
}

/** The page that asks somebody, or what Google does in its place. */
function authorized(
  request: URLSearchParams,
  {
    clientId,
    people,
    headers,
  }: { clientId: string; people: GooglePerson[]; headers: Record<string, string> },
): Told {
  const fault = authorizeFault(request, { clientId });
  if (fault !== null) return page(400, fault);
  const back = afterNothing(request);
  if (back !== null) return { status: 302, headers: { location: back }, body: "" };
  return page(200, consentPage({ people, request }), headers);
}

export function somePerson(email: string): GooglePerson {
  return { email, subject: crypto.randomUUID(), givenName: "Some", familyName: "One", verified: true };
}

/** Answers a consent page as a person would. */
export async function answerConsent(
  base: string,
  url: URL,
  { email, deny = false, without = [] }: { email: string; deny?: boolean; without?: string[] },
): Promise<URL> {
  const shown = await fetch(url);
  if (!shown.ok) throw new Error(`The consent page answered ${shown.status}: ${await shown.text()}`);
  const form = new URLSearchParams({ email, answer: deny ? "deny" : "allow" });
  const boxes = (url.searchParams.get("scope") ?? "").split(" ").filter((one) => one.startsWith("https://"));
  for (const scope of boxes) if (!without.includes(scope)) form.append("scope", scope);
  const answered = await fetch(`${base}${url.search}`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  return new URL(answered.headers.get("location") ?? "");
}

/** Whether an access token is this person's and was given for that. */
export function letsDo(
  grants: ReturnType<typeof createGrants>,
  { email, token, scope }: { email: string; token: string; scope: string },
): boolean {
  const bearer = grants.bearerOf(token);
  return bearer !== null && bearer.person.email === email && bearer.scopes.includes(scope);
}

/** What a request to the token endpoint is worth; null is invalid_grant. */
export function grantedFor(form: URLSearchParams, grants: ReturnType<typeof createGrants>): Granted | null {
  const given = (name: string) => form.get(name) ?? "";
  if (given("grant_type") === "refresh_token")
    return grants.refresh(given("refresh_token"), given("scope").split(" ").filter(Boolean));
  return grants.exchange({
    code: given("code"),
    redirectUri: given("redirect_uri"),
    verifier: given("code_verifier"),
  });
}

async function tokenAnswer(of: {
  granted: Granted;
  idToken: GoogleStandIn["idToken"];
  accessSeconds: number;
}): Promise<object> {
  const { access, refresh, person, scopes } = of.granted;
  return {
    access_token: access,
    expires_in: of.accessSeconds,
    token_type: "Bearer",
    scope: scopes.join(" "),
    ...(refresh === null ? {} : { refresh_token: refresh }),
    id_token: await of.idToken({
      sub: person.subject,
      email: person.email,
      email_verified: person.verified,
      given_name: person.givenName,
      family_name: person.familyName,
      hd: person.workspace,
    }),
  };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

function page(status: number, body: string, headers: Record<string, string> = {}): Told {
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}
