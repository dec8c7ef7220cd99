import { createHash, randomBytes } from "node:crypto";
import { Refusal, sentences } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { createOauthStateStore } from "../../db/stores/oauthStates.ts";
import type { Core } from "../core.ts";
import type { Caller } from "../routes/route.ts";
import { googleNotSetUp } from "./googleSignIn.ts";
import type { GoogleSettings } from "./googleTokens.ts";

/** A connection that came back from Google: whose it is, and the PKCE verifier that the code exchange needs. */
export type ReturnedState = { ownerId: string; verifier: string };

/** Where Google sends people back to; a page, not a call of the API. */
export const googleCallbackPath = "/auth/google/callback";

export type GoogleConnect = ReturnType<typeof createGoogleConnect>;

/** Connecting a Google account with permission to send only. */
export function createGoogleConnect(core: Core) {
  const { clock, secrets } = core;
  const { google } = core.settings;
  const states = createOauthStateStore(core.database);
  return {
    /**
     * The address at Google where the person allows sending. @throws {Refusal} unauthorized when the uid is
     * not the session's own; unavailable where Google is not set up.
     */
    async authorizationUrl({ uid, caller }: { uid: string; caller: Caller }): Promise<string> {
      if (uid !== caller.uid) throw new Refusal("unauthorized", sentences.unauthorized);
      if (google === null) throw googleNotSetUp();
      const state = randomBytes(limits.oauth.stateBytes).toString("base64url");
      const verifier = randomBytes(limits.oauth.stateBytes).toString("base64url");
      const id = stateIdOf(state);
      const sealed = secrets.seal(verifier, { ownerId: uid, rowId: id, field: "verifier" });
      await states.add({
        state: { id, sessionId: caller.sessionId, ownerId: uid, verifier: sealed, createdAt: clock.now() },
        forgetBefore: clock.now() - limits.oauth.stateMs,
      });
      return consentUrl({
        google,
        state,
        verifier,
        redirectUri: `${core.settings.publicUrl}${googleCallbackPath}`,
      });
    },

    /**
     * Takes a returned state away, so that it works once, and only for the session that started it.
     * Null for any other. The code exchange begins with what this answers.
     */
    async takeState({
      state,
      caller,
    }: {
      state: string;
      caller: Caller | null;
    }): Promise<ReturnedState | null> {
      if (caller === null) return null;
      const taken = await states.take({
        id: stateIdOf(state),
        sessionId: caller.sessionId,
        createdSince: clock.now() - limits.oauth.stateMs,
      });
      if (taken === null) return null;
      const { id, ownerId, verifier } = taken;
      return { ownerId, verifier: secrets.open(verifier, { ownerId, rowId: id, field: "verifier" }) };
    },
  };
}

function stateIdOf(state: string): string {
  return createHash("sha256").update(state).digest("base64url");
}

type Consent = { google: GoogleSettings; state: string; verifier: string; redirectUri: string };

/** RFC 6749 section 4.1.1 with PKCE (RFC 7636 section 4.3); offline and consent, so that a refresh token comes back. */
function consentUrl({ google, state, verifier, redirectUri }: Consent): string {
  const url = new URL("/o/oauth2/v2/auth", google.baseUrl ?? "https://accounts.google.com");
  url.search = new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email https://www.googleapis.com/auth/gmail.send",
    access_type: "offline",
    prompt: "consent",
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  return url.href;
}
