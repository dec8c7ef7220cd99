import { createHash, randomBytes } from "node:crypto";
import type { Refusal, RefusalOptions } from "../../contract/errors.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { oauthLimits } from "../../contract/limits/accounts/oauth.ts";
import type { Reason } from "../../contract/reasons.ts";
import { createOauthStateStore } from "../../db/stores/accounts/oauthStates.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import type { TokenEndpoint, Tokens } from "./tokenEndpoint.ts";

/** A visit that came back: whose it is, and the PKCE verifier that the code exchange needs. */
export type ReturnedVisit = {
  workspaceId: WorkspaceId | null;
  credentialId: string | null;
  /** It asked for permission to read, and not to send. */
  reads: boolean;
  verifier: string;
};

export type Visits<Claims> = ReturnType<typeof createVisits<Claims>>;

type Host<Claims> = {
  /** As the log calls it. */
  name: string;
  /** Goes into what is kept of a state, so that one provider's states are unknown where another sends people back to. */
  mark: "" | "microsoft ";
  clientId: string;
  /** The page that asks somebody, and where that sends them back to. */
  consent: string;
  callbackPath: string;
  endpoint: Pick<TokenEndpoint, "exchange">;
  claimsOf(idToken: string): Promise<Claims>;
  /** Why a visit came to nothing, in words that name the provider. */
  refused(why: "stale" | "misconfigured" | "away" | "nameless", options?: RefusalOptions): Refusal;
};

/** Visits to a provider's own pages: each begins in one browser and comes back to that browser, once. */
export function createVisits<Claims>(core: Core, host: Host<Claims>) {
  const { clock, secrets } = core;
  const states = createOauthStateStore(core.database);
  // Read late: the address is known only once a port is open.
  const redirectUri = () => `${core.settings.publicUrl}${host.callbackPath}`;
  const idOf = (state: string) => hashOf(`${host.mark}${state}`);
  const placeOf = ({ workspaceId, id }: { workspaceId: WorkspaceId | null; id: string }) => ({
    workspaceId: workspaceId ?? "",
    rowId: id,
    field: "verifier",
  });

  return {
    /** The provider's address to go to. `ask` holds what this kind of visit adds to the request. */
    async begin(visit: {
      sessionId: string;
      workspaceId: WorkspaceId | null;
      credentialId: string | null;
      reads?: boolean;
      ask: Record<string, string>;
    }): Promise<string> {
      const { ask, ...whose } = visit;
      const state = randomToken();
      const verifier = randomToken();
      const id = idOf(state);
      const sealed = secrets.seal(verifier, placeOf({ workspaceId: visit.workspaceId, id }));
      await states.add({
        state: { id, ...whose, verifier: sealed, createdAt: clock.now() },
        forgetBefore: clock.now() - oauthLimits.stateMs,
      });
      return consentUrl(host, { state, verifier, redirectUri: redirectUri(), ask });
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
        id: idOf(state),
        sessionIds,
        createdSince: clock.now() - oauthLimits.stateMs,
      });
      if (taken === null) return null;
      const { workspaceId, credentialId, reads } = taken;
      return {
        workspaceId,
        credentialId,
        reads: reads === true,
        verifier: secrets.open(taken.verifier, placeOf(taken)),
      };
    },

    /** What the code is worth and who came back with it. @throws {Refusal} bad_request, unauthorized, unavailable. */
    async exchange({
      code,
      verifier,
    }: {
      code: string;
      verifier: string;
    }): Promise<{ tokens: Tokens; claims: Claims }> {
      const answer = await host.endpoint.exchange({ code, verifier, redirectUri: redirectUri() });
      if (!answer.ok) throw exchangeRefusal(answer);
      const { tokens } = answer;
      if (tokens.idToken === null) throw host.refused("nameless");
      return { tokens, claims: await host.claimsOf(tokens.idToken) };
    },
  };

  function exchangeRefusal({ kind, reason }: { kind: string; reason: Reason }) {
    const said = inWords(reason);
    const cause = new Error(said);
    if (kind === "withdrawn") return host.refused("stale", { cause });
    if (kind !== "misconfigured") return host.refused("away", { cause });
    core.log.error(`${host.name} refuses this installation's client`, { reason: said });
    return host.refused("misconfigured", { cause });
  }
}

export function randomToken(): string {
  return randomBytes(oauthLimits.stateBytes).toString("base64url");
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

type Asking = { state: string; verifier: string; redirectUri: string; ask: Record<string, string> };

/** RFC 6749 section 4.1.1 with PKCE (RFC 7636 section 4.3). */
function consentUrl(
  { consent, clientId }: Pick<Host<unknown>, "consent" | "clientId">,
  { state, verifier, redirectUri, ask }: Asking,
): string {
  const url = new URL(consent);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
    code_challenge: hashOf(verifier),
    code_challenge_method: "S256",
    ...ask,
  }).toString();
  return url.href;
}
