import { z } from "zod";
import { oauthLimits } from "../../contract/limits/accounts/oauth.ts";
import { parseJson } from "../../contract/parseJson.ts";
import type { Reason } from "../../contract/reasons.ts";
import { beginningOf } from "./beginningOf.ts";
import { retryAfterMsIn } from "./retryAfterMsIn.ts";

/** What a provider gives for a code or for a refresh token (RFC 6749 section 5.1). */
export type Tokens = {
  accessToken: string;
  expiresInMs: number;
  /** What the person really allowed: permissions can be left out. */
  scopes: string[];
  /** Of a refresh, one to keep in place of the one that was shown; null where that goes on. */
  refreshToken: string | null;
  idToken: string | null;
};

export type TokenAnswer =
  | { ok: true; tokens: Tokens }
  /** The code or refresh token is no good: used, withdrawn, expired. Only the person can give another. */
  | { ok: false; kind: "withdrawn"; reason: Reason }
  /** The provider does not accept this installation's client: whoever runs it has to act. */
  | { ok: false; kind: "misconfigured"; reason: Reason }
  | { ok: false; kind: "busy"; reason: Reason; retryAfterMs?: number };

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;

/** One provider's token endpoint: where it is, as whom it is asked, and what its errors mean. */
type TokenIssuer = {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Errors (RFC 6749 section 5.2 and the provider's own) that only the person can end; what they answer to a refresh may be more. */
  withdrawn: ReadonlySet<string>;
  withdrawnOnRefresh: ReadonlySet<string>;
  /** Errors that only whoever runs the installation can end. */
  misconfigured: ReadonlySet<string>;
  /** The reason that has the provider's own words. */
  answered: (words: string) => Reason;
  unreached: (detail: string) => Reason;
};

/** What can happen to a code or a refresh token is an answer: nothing is thrown. */
export function createTokenEndpoint(issuer: TokenIssuer) {
  const client = { client_id: issuer.clientId, client_secret: issuer.clientSecret };
  return {
    /** RFC 6749 section 4.1.3, with the verifier of RFC 7636 section 4.5. */
    exchange({ code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string }) {
      const form = { ...client, grant_type: "authorization_code", code, code_verifier: verifier };
      return ask(issuer, { form: { ...form, redirect_uri: redirectUri }, withdrawn: issuer.withdrawn });
    },

    /** RFC 6749 section 6. `scope` says for which of what was allowed, where a provider gives tokens for one service each. */
    refresh(refreshToken: string, scope?: string): Promise<TokenAnswer> {
      const asked = { grant_type: "refresh_token", refresh_token: refreshToken };
      const form = { ...client, ...asked, ...(scope === undefined ? {} : { scope }) };
      return ask(issuer, { form, withdrawn: issuer.withdrawnOnRefresh });
    },
  };
}

type Asked = { form: Record<string, string>; withdrawn: ReadonlySet<string> };

async function ask(issuer: TokenIssuer, { form, withdrawn }: Asked): Promise<TokenAnswer> {
  try {
    const response = await fetch(issuer.url, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "manual",
      signal: AbortSignal.timeout(oauthLimits.fetchMs),
    });
    // Where there is no JSON the status speaks, and the caller is told of it.
    return answerOf({ response, json: await jsonOf(response).catch(() => null) }, { ...issuer, withdrawn });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, kind: "busy", reason: issuer.unreached(detail) };
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

function answerOf(
  { response, json }: { response: Response; json: unknown },
  { withdrawn, misconfigured, answered }: TokenIssuer,
): TokenAnswer {
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
  const why = answered([`${response.status}`, said.error, said.error_description].filter(Boolean).join(" "));
  if (withdrawn.has(said.error)) return { ok: false, kind: "withdrawn", reason: why };
  if (misconfigured.has(said.error)) return { ok: false, kind: "misconfigured", reason: why };
  const retryAfterMs = retryAfterMsIn(response.headers.get("retry-after"), Date.now());
  return { ok: false, kind: "busy", reason: why, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}
