import { afterConsent, afterNothing, authorizeFault } from "../google/authorize.ts";
import { consentPage } from "../google/consentPage.ts";
import type { GmailMail } from "../google/gmail.ts";
import { answerConsent, grantedFor, letsDo } from "../google/googleStandIn.ts";
import { createGrants, type Granted, type Grants } from "../google/grants.ts";
import type { GooglePerson } from "../google/person.ts";
import { type Asked, serveHttp, type Told } from "../google/serveHttp.ts";
import { createSigner } from "../google/signer.ts";
import { type GraphFault, takeGraphMail } from "./graph.ts";

/** Somebody with a Microsoft account; the tenant is an organisation's, or that of all personal accounts. */
export type MicrosoftPerson = GooglePerson & { tenant: string };

export const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** What a test may have Microsoft do; everything is as it should be unless said. */
type MicrosoftScript = {
  /** In place of taking a mail. `count` is how many were taken before. */
  graph: (mail: GmailMail, count: number) => GraphFault | null;
  /** In place of the token endpoint's answer. */
  token: (form: URLSearchParams) => { status: number; body: object; headers?: Record<string, string> } | null;
  /** Claims of the ID token that are other than they should be; one that is undefined is left out. */
  claims: Record<string, unknown>;
};

export type MicrosoftStandIn = Awaited<ReturnType<typeof startMicrosoftStandIn>>;

type Answer = { email: string; deny?: boolean; without?: string[] };

type Parts = {
  clientId: string;
  tenant: string;
  accessSeconds: number;
  grants: Grants;
  people: MicrosoftPerson[];
  script: MicrosoftScript;
  mails: GmailMail[];
  tokenCalls: string[];
  keys: object;
  idToken(claims: Record<string, unknown>): Promise<string>;
  url(): string;
};

function routesOf(parts: Parts): Record<string, (asked: Asked) => Promise<Told>> {
  const { clientId, tenant, grants, people, script, mails, tokenCalls } = parts;
  return {
    [`GET /${tenant}/discovery/v2.0/keys`]: async () => json(200, parts.keys),
    [`GET /${tenant}/oauth2/v2.0/authorize`]: async ({ url }) => {
      const fault = authorizeFault(url.searchParams, { clientId, provider: "microsoft" });
      const back = fault === null ? afterNothing(url.searchParams) : null;
      if (back !== null) return { status: 302, headers: { location: back }, body: "" };
      const body = fault ?? consentPage({ people, request: url.searchParams, host: "Microsoft" });
      return page(fault === null ? 200 : 400, body);
    },
    "POST /consent": async ({ url, body }) => {
      const form = new URLSearchParams(body);
      const location = afterConsent({ request: url.searchParams, form, people, grants });
      return { status: 302, headers: { location }, body: "" };
    },
    [`POST /${tenant}/oauth2/v2.0/token`]: async ({ body }) => {
      const form = new URLSearchParams(body);
      tokenCalls.push(form.get("grant_type") ?? "");
      const scripted = script.token(form);
      if (scripted !== null) return json(scripted.status, scripted.body, scripted.headers);
      if (form.get("client_id") !== clientId || form.get("client_secret") !== "secret")
        return json(401, aadsts("invalid_client", 7_000_215, "Invalid client secret provided."));
      const granted = grantedFor(form, grants);
      if (granted === null)
        return json(400, aadsts("invalid_grant", 50_173, "The provided grant has expired or was revoked."));
      return json(200, await tokenAnswer(granted, parts));
    },
    "POST /v1.0/me/sendMail": ({ headers, body }) =>
      takeGraphMail({ headers, body, grants, mails, fault: (mail, count) => script.graph(mail, count) }),
  };
}

async function tokenAnswer(
  { access, refresh, person, scopes }: Granted,
  { accessSeconds, people, script, idToken, url }: Parts,
): Promise<object> {
  const {
    email,
    subject,
    tenant: tid,
  } = people.find((one) => one.email === person.email) ?? microsoftPerson(person.email, personalTenant);
  return {
    token_type: "Bearer",
    access_token: access,
    expires_in: accessSeconds,
    ext_expires_in: accessSeconds,
    // Microsoft never names offline_access among what it gave.
    scope: scopes.filter((scope) => scope !== "offline_access").join(" "),
    ...(refresh === null ? {} : { refresh_token: refresh }),
    id_token: await idToken({
      iss: `${url()}/${tid}/v2.0`,
      sub: `pairwise-${subject}`,
      oid: subject,
      tid,
      ver: "2.0",
      email,
      preferred_username: email,
      email_verified: undefined,
      given_name: undefined,
      family_name: undefined,
      ...script.claims,
    }),
  };
}

/** Microsoft's part: authorize, token, keys and Graph's sendMail, with a real key and really signed tokens. */
export async function startMicrosoftStandIn({ accessSeconds = 3_599, tenant = "common" } = {}) {
  const clientId = "2f7ad5c0-0000-4000-8000-00000000c11e";
  const { keys, ...signer } = await createSigner(clientId);
  const grants = createGrants({ accessSeconds, renews: true });
  const people: MicrosoftPerson[] = [
    microsoftPerson("ada@contoso.example", crypto.randomUUID()),
    microsoftPerson("bob@contoso.example", crypto.randomUUID()),
  ];
  const script: MicrosoftScript = { graph: () => null, token: () => null, claims: {} };
  const mails: GmailMail[] = [];
  const tokenCalls: string[] = [];

  const given = { clientId, tenant, accessSeconds, grants, people, script, mails, tokenCalls };
  const routes = routesOf({ ...given, keys, idToken: signer.idToken, url: () => server.url });
  const server = await serveHttp(
    async (asked) =>
      (await routes[`${asked.method} ${asked.url.pathname}`]?.(asked)) ?? page(404, "Not found"),
  );
  return {
    /** For MICROSOFT_BASE_URL. */
    url: server.url,
    clientId,
    tenant,
    /** Settings of a server that believes this Microsoft and no other. */
    environment: {
      MICROSOFT_CLIENT_ID: clientId,
      MICROSOFT_CLIENT_SECRET: "secret",
      MICROSOFT_TENANT: tenant,
      MICROSOFT_BASE_URL: server.url,
    },
    people,
    script,
    mails,
    tokenCalls,
    forgedToken: signer.forgedToken,
    otherWayToken: signer.otherWayToken,
    /** Answers a consent page as a person would; where the browser is sent then. */
    consent: (url: URL | string, answer: Answer) =>
      answerConsent(`${server.url}/consent`, new URL(url), answer),
    /** The refresh token of somebody who has allowed this already. */
    allow: (email: string, scopes: string[]) =>
      grants.allow(
        people.find((one) => one.email === email) ?? microsoftPerson(email, personalTenant),
        scopes,
      ),
    withdraw: grants.withdraw,
    endAccess: grants.endAccess,
    endRefresh: grants.endRefresh,
    refreshTokens: grants.refreshTokens,
    /** Whether an access token lets somebody's mailbox be read, or whatever `scope` allows. */
    lets: (email: string, token: string, scope: string) => letsDo(grants, { email, token, scope }),
    connectionCount: server.connectionCount,
    close: server.close,
  };
}

export function microsoftPerson(email: string, tenant: string): MicrosoftPerson {
  const subject = crypto.randomUUID();
  return { email, subject, givenName: "Some", familyName: "One", verified: true, tenant };
}

/** Microsoft's shape of an error of the token endpoint. */
function aadsts(error: string, code: number, text: string) {
  return { error, error_description: `AADSTS${code}: ${text} Trace ID: 0`, error_codes: [code] };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Told {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

function page(status: number, body: string): Told {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
