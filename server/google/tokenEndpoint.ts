import { z } from "zod";
import { oauthLimits } from "../../contract/limits/oauth.ts";
import { parseJson } from "../../contract/parseJson.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import { beginningOf } from "./beginningOf.ts";
import { type GoogleSettings, googleHosts } from "./googleHosts.ts";
import { retryAfterMsIn } from "./retryAfterMsIn.ts";

/** What Google gives for a code or for a refresh token (RFC 6749 section 5.1). */
export type Tokens = {
  accessToken: string;
  expiresInMs: number;
  /** What the person really allowed: each permission can be unticked. */
  scopes: string[];
  refreshToken: string | null;
  idToken: string | null;
};

export type TokenAnswer =
  | { ok: true; tokens: Tokens }
  /** The code or refresh token is no good: used, withdrawn, expired. Only the person can give another. */
  | { ok: false; kind: "withdrawn"; reason: Reason }
  /** Google does not accept this installation's client: whoever runs it has to act. */
  | { ok: false; kind: "misconfigured"; reason: Reason }
  | { ok: false; kind: "busy"; reason: Reason; retryAfterMs?: number };

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;

/** Google's token endpoint. What can happen to a code or a refresh token is an answer. */
export function createTokenEndpoint(google: GoogleSettings) {
  const { token: url, revoke: revokeUrl } = googleHosts(google);
  const client = { client_id: google.clientId, client_secret: google.clientSecret };
  return {
    /** RFC 6749 section 4.1.3, with the verifier of RFC 7636 section 4.5. */
    exchange({ code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string }) {
      return ask(url, {
        ...client,
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      });
    },

    /** RFC 6749 section 6. */
    async refresh(refreshToken: string): Promise<TokenAnswer> {
      const answer = await ask(url, { ...client, grant_type: "refresh_token", refresh_token: refreshToken });
      // The token was given to a client that this installation used before: its owner has to connect it anew.
      if (!answer.ok && answer.reason.reply?.includes("unauthorized_client"))
        return { ok: false, kind: "withdrawn", reason: answer.reason };
      return answer;
    },

    /** RFC 7009 section 2.1. One that Google knows no more has ended. @throws {Error} where another try may help. */
    async revoke(token: string): Promise<void> {
      const body = new URLSearchParams({ token });
      const signal = AbortSignal.timeout(oauthLimits.fetchMs);
      const { status } = await fetch(revokeUrl, { method: "POST", body, redirect: "manual", signal });
      if (status === 429 || status >= 500) throw new Error(`Google answered ${status}`);
    },
  };
}

async function ask(url: string, form: Record<string, string>): Promise<TokenAnswer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "manual",
      signal: AbortSignal.timeout(oauthLimits.fetchMs),
    });
    // Where there is no JSON the status speaks, and the caller is told of it.
    return answerOf({ response, json: await jsonOf(response).catch(() => null) });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, kind: "busy", reason: reason("google_unreached", { detail }) };
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  return parseJson(await beginningOf(response, oauthLimits.answerBytes));
}

const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string().default(""),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().min(1).optional(),
});
const refused = z.object({ error: z.string(), error_description: z.string().default("") });

function answerOf({ response, json }: { response: Response; json: unknown }): TokenAnswer {
  const read = granted.safeParse(json);
  if (response.status === 200 && read.success) {
    const { access_token, expires_in, scope, refresh_token, id_token } = read.data;
    return {
      ok: true,
      tokens: {
        accessToken: access_token,
        expiresInMs: expires_in * 1_000,
        scopes: scope.split(" ").filter(Boolean),
        refreshToken: refresh_token ?? null,
        idToken: id_token ?? null,
      },
    };
  }
  const fault = refused.safeParse(json);
  const said = fault.success ? fault.data : { error: "", error_description: "" };
  const words = [`${response.status}`, said.error, said.error_description].filter(Boolean).join(" ");
  const why = reason("google_answered", {}, words);
  if (said.error === "invalid_grant") return { ok: false, kind: "withdrawn", reason: why };
  if (clientFaults.has(said.error)) return { ok: false, kind: "misconfigured", reason: why };
  const retryAfterMs = retryAfterMsIn(response.headers.get("retry-after"), Date.now());
  return { ok: false, kind: "busy", reason: why, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}

/** RFC 6749 section 5.2, and Google's own. */
const clientFaults = new Set([
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
  "redirect_uri_mismatch",
  "deleted_client",
  "disabled_client",
]);
