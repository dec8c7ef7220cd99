import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "../../contract/errors.ts";
import { oauthLimits } from "../../contract/limits/oauth.ts";
import type { Reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import { createOauthStateStore } from "../../db/stores/accounts/oauthStates.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import type { Log } from "../log/log.ts";
import { type GoogleSettings, googleHosts } from "./googleHosts.ts";
import { addressNotVerified, createGoogleTokens, type GoogleClaims } from "./googleTokens.ts";
import { createTokenEndpoint, type Tokens } from "./tokenEndpoint.ts";

/** Where Google sends people back to; a page, not a call of the API. */
export const googleCallbackPath = "/auth/google/callback";

/** A visit that came back: whose it is, and the PKCE verifier that the code exchange needs. */
export type ReturnedVisit = { workspaceId: string | null; credentialId: string | null; verifier: string };

export type GoogleStates = ReturnType<typeof createGoogleStates>;

/** Visits to Google's own pages: each begins in one browser and comes back to that browser, once. */
export function createGoogleStates(core: Core, google: GoogleSettings) {
  const { clock, secrets } = core;
  const states = createOauthStateStore(core.database);
  const endpoint = createTokenEndpoint(google);
  const idTokens = createGoogleTokens({ google, clock });
  // Read late: the address is known only once a port is open.
  const redirectUri = () => `${core.settings.publicUrl}${googleCallbackPath}`;
  const placeOf = ({ workspaceId, id }: { workspaceId: string | null; id: string }) => ({
    workspaceId: workspaceId ?? "",
    rowId: id,
    field: "verifier",
  });

  /** @throws {Refusal} in words for the person who came back. */
  async function claimsIn(idToken: string): Promise<GoogleClaims> {
    try {
      return await idTokens.claimsOf(idToken);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "unauthorized") throw error;
      const isUnverified = error.cause === addressNotVerified;
      const code = isUnverified ? "google_address_unverified" : "google_answer_unbelieved";
      throw refused(code, {}, { cause: error });
    }
  }

  return {
    /** The address at Google to go to. `ask` holds what this kind of visit adds to the request. */
    async begin(visit: {
      sessionId: string;
      workspaceId: string | null;
      credentialId: string | null;
      ask: Record<string, string>;
    }): Promise<string> {
      const { ask, ...whose } = visit;
      const state = randomToken();
      const verifier = randomToken();
      const id = hashOf(state);
      const sealed = secrets.seal(verifier, placeOf({ workspaceId: visit.workspaceId, id }));
      await states.add({
        state: { id, ...whose, verifier: sealed, createdAt: clock.now() },
        forgetBefore: clock.now() - oauthLimits.stateMs,
      });
      return consentUrl({ google, state, verifier, redirectUri: redirectUri(), ask });
    },

    /** Takes a returned state away, so that it works once, and only in a browser that shows who began it. */
    async take({
      state,
      sessionIds,
    }: {
      state: string;
      sessionIds: readonly string[];
    }): Promise<ReturnedVisit | null> {
      const taken = await states.take({
        id: hashOf(state),
        sessionIds,
        createdSince: clock.now() - oauthLimits.stateMs,
      });
      if (taken === null) return null;
      const { workspaceId, credentialId } = taken;
      return { workspaceId, credentialId, verifier: secrets.open(taken.verifier, placeOf(taken)) };
    },

    /** What the code is worth and who came back with it. @throws {Refusal} bad_request, unauthorized, unavailable. */
    async exchange({
      code,
      verifier,
    }: {
      code: string;
      verifier: string;
    }): Promise<{ tokens: Tokens; claims: GoogleClaims }> {
      const answer = await endpoint.exchange({ code, verifier, redirectUri: redirectUri() });
      if (!answer.ok) throw exchangeRefusal(answer, core.log);
      const { tokens } = answer;
      if (tokens.idToken === null) throw refused("google_nameless");
      return { tokens, claims: await claimsIn(tokens.idToken) };
    },
  };
}

export function randomToken(): string {
  return randomBytes(oauthLimits.stateBytes).toString("base64url");
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

type Consent = {
  google: GoogleSettings;
  state: string;
  verifier: string;
  redirectUri: string;
  ask: Record<string, string>;
};

/** RFC 6749 section 4.1.1 with PKCE (RFC 7636 section 4.3). */
function consentUrl({ google, state, verifier, redirectUri, ask }: Consent): string {
  const url = new URL(googleHosts(google).consent);
  url.search = new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
    code_challenge: hashOf(verifier),
    code_challenge_method: "S256",
    ...ask,
  }).toString();
  return url.href;
}

function exchangeRefusal({ kind, reason }: { kind: string; reason: Reason }, log: Log): Refusal {
  const said = inWords(reason);
  const cause = new Error(said);
  switch (kind) {
    case "withdrawn":
      return refused("google_answer_stale", {}, { cause });
    case "misconfigured":
      log.error("Google refuses this installation's client", { reason: said });
      return refused("google_misconfigured", {}, { cause });
    default:
      return refused("google_away", {}, { cause });
  }
}
