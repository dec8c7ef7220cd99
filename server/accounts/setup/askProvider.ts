import { oauthLimits } from "../../../contract/limits/accounts/oauth.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import { setupTexts } from "../../../contract/texts/pages/setup.ts";
import { inTexts } from "../../core/inWords.ts";
import { googleHosts } from "../../google/googleHosts.ts";
import { createGoogleTokenEndpoint } from "../../google/googleTokenEndpoint.ts";
import { microsoftHosts } from "../../microsoft/microsoftHosts.ts";
import { createMicrosoftTokenEndpoint } from "../../microsoft/microsoftTokenEndpoint.ts";
import { beginningOf } from "../../oauth/beginningOf.ts";
import type { TokenAnswer, TokenEndpoint } from "../../oauth/tokenEndpoint.ts";
import { hashOf, randomToken } from "../../oauth/visits.ts";
import type { Settings } from "../../settings/settings.ts";
import type { ClientFinding, SetupClient } from "./clients.ts";

type Asked = {
  client: SetupClient;
  clientId: string;
  consent: string;
  endpoint: Pick<TokenEndpoint, "exchange">;
};

/** What a provider says to this installation's client just now: no permission is asked for, and none is given. */
export async function askProvider(client: SetupClient, settings: Settings): Promise<ClientFinding[]> {
  const asked = askedOf(client, settings);
  if (asked === null) return [];
  return (await Promise.all([secretFindings(asked), addressFindings(asked)])).flat();
}

function askedOf(client: SetupClient, { google, microsoft }: Settings): Asked | null {
  if (client.provider === "google" && google !== null) {
    const of = { clientId: google.clientId, consent: googleHosts(google).consent };
    return { client, ...of, endpoint: createGoogleTokenEndpoint(google) };
  }
  if (client.provider === "microsoft" && microsoft !== null) {
    const of = { clientId: microsoft.clientId, consent: microsoftHosts(microsoft).consent };
    return { client, ...of, endpoint: createMicrosoftTokenEndpoint(microsoft) };
  }
  return null;
}

/**
 * A code that was never given is shown: who is refused as a client is told so first, and whose code alone is refused has
 * shown the right secret (RFC 6749 section 5.2).
 */
async function secretFindings({ client, endpoint }: Asked): Promise<ClientFinding[]> {
  const verifier = randomToken();
  const { redirectUri } = client;
  const answer = await endpoint.exchange({ code: "a-code-that-was-never-given", verifier, redirectUri });
  return [secretFinding(client, answer)];
}

function secretFinding({ provider, redirectUri, tenant }: SetupClient, answer: TokenAnswer): ClientFinding {
  const { checks, names } = inTexts(setupTexts);
  const name = names[provider];
  if (answer.ok) return { state: "look", text: checks.secretUnknown({ name, said: "" }) };
  const said = answer.reason.reply ?? "";
  if (said === "")
    return { state: "wrong", text: checks.unreached({ name, detail: detailOf(answer.reason) }) };
  // Codes of the provider's own, which stand among its words.
  const words = said.split(/[^\w]+/);
  const says = (...marks: readonly string[]) => marks.some((mark) => words.includes(mark));
  if (says("redirect_uri_mismatch"))
    return { state: "wrong", text: checks.notRegistered({ name, redirectUri }) };
  if (says("AADSTS90002", "AADSTS900023")) return { state: "wrong", text: checks.noTenant(tenant ?? "") };
  if (says("AADSTS700016", "deleted_client", "disabled_client"))
    return { state: "wrong", text: checks.noClient({ name, said }) };
  if (says("AADSTS7000222")) return { state: "wrong", text: checks.secretEnded };
  if (says("AADSTS7000215"))
    return { state: "wrong", text: checks.secretWrong({ name, said, isValue: true }) };
  if (answer.kind === "misconfigured")
    return { state: "wrong", text: checks.secretWrong({ name, said, isValue: false }) };
  // Microsoft may refuse the form of a code before it looks at who shows it.
  const isTold = answer.kind === "withdrawn" && !says("AADSTS9002313", "AADSTS9002314");
  return isTold
    ? { state: "ok", text: checks.secretRight(name) }
    : { state: "look", text: checks.secretUnknown({ name, said }) };
}

function detailOf({ params }: { params: object }): string {
  return "detail" in params ? String(params.detail) : "";
}

/**
 * A visit in which nothing may be shown (`prompt=none`, OpenID Connect Core section 3.1.2.1): whoever knows client and address
 * sends the browser back to that at once, with an error; who does not must not, and says why on a page of their own.
 */
async function addressFindings({ client, clientId, consent }: Asked): Promise<ClientFinding[]> {
  const { checks, names } = inTexts(setupTexts);
  const { provider, redirectUri } = client;
  const name = names[provider];
  const url = new URL(consent);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    prompt: "none",
    state: "check",
    code_challenge: hashOf(randomToken()),
    code_challenge_method: "S256",
  }).toString();
  let response: Response;
  try {
    response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(oauthLimits.fetchMs) });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ state: "wrong", text: checks.unreached({ name, detail }) }];
  }
  const clock = clockFinding(name, response.headers.get("date"));
  const location = response.headers.get("location") ?? "";
  if (location.startsWith(`${redirectUri}?`))
    return [...clock, { state: "ok", text: checks.isRegistered({ name, redirectUri }) }];
  // What breaks off in the middle says nothing more.
  const page = await beginningOf(response, oauthLimits.answerBytes).catch(() => "");
  const theirs = `${errorIn(location)} ${page}`;
  const says = (pattern: RegExp) => pattern.test(theirs);
  if (says(/\bredirect_uri_mismatch\b|\bAADSTS50011\b/))
    return [...clock, { state: "wrong", text: checks.notRegistered({ name, redirectUri }) }];
  if (says(/\b(?:invalid_client|deleted_client|disabled_client)\b|\bAADSTS700016\b/))
    return [...clock, { state: "wrong", text: checks.noClient({ name, said: "" }) }];
  return [...clock, { state: "look", text: checks.addressUnknown({ name, redirectUri }) }];
}

/** Google leads to a page of errors with what it has to say in base64. */
function errorIn(location: string): string {
  const error = /[?&]authError=([^&]+)/.exec(location)?.[1];
  return error === undefined ? location : Buffer.from(decodeURIComponent(error), "base64").toString("latin1");
}

/** Tokens are believed for as long as the two clocks are near each other. */
function clockFinding(name: string, date: string | null): ClientFinding[] {
  const apartMs = date === null ? Number.NaN : Date.now() - Date.parse(date);
  const seconds = Math.round(Math.abs(apartMs) / secondMs);
  if (!(seconds > oauthLimits.clockToleranceSeconds)) return [];
  return [
    { state: "wrong", text: inTexts(setupTexts).checks.clock({ name, seconds, isAhead: apartMs > 0 }) },
  ];
}
