import { Refusal, sentences } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Session } from "../../contract/schemas/person.ts";
import { createSignInMethodStore } from "../../db/stores/signInMethods.ts";
import { createUserStore } from "../../db/stores/users.ts";
import type { Core } from "../core.ts";
import { signInScopes } from "../google/googleScopes.ts";
import { type GoogleStates, hashOf, type ReturnedVisit, randomToken } from "./googleStates.ts";
import { createGoogleTokens, type GoogleClaims, mayBeGoogles } from "./googleTokens.ts";
import { type Identity, newcomer } from "./identity.ts";

type Names = { firstName?: string | undefined; lastName?: string | undefined };

export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>;

/** Signing in with Google. `states` is null where Google is not set up. */
export function createGoogleSignIn(
  core: Core,
  { identity, states }: { identity: Identity; states: GoogleStates | null },
) {
  const { clock } = core;
  const users = createUserStore(core.database);
  const methods = createSignInMethodStore(core.database);
  const google = core.settings.google;
  const tokens = google && createGoogleTokens({ google, clock });

  return {
    /**
     * Signs in whoever the bearer token's claims name; nothing that the body says about them counts.
     * @throws {Refusal} unauthorized, conflict, or unavailable where Google sign-in is not set up.
     */
    async signIn({ request, names }: { request: Request; names: Names }): Promise<Session> {
      const token = (request.headers.get("authorization") ?? "").replace(/^bearer\s+/i, "").trim();
      if (!mayBeGoogles(token)) throw new Refusal("unauthorized", sentences.unauthorized);
      if (tokens === null) throw googleNotSetUp();
      const userId = await userOf(await tokens.claimsOf(token), names);
      return identity.admit({ userId, request });
    },

    /** The address at Google where somebody says who they are, and the mark their browser comes back with. */
    async begin(): Promise<{ authorizationUrl: string; mark: string }> {
      if (states === null) throw googleNotSetUp();
      const mark = randomToken();
      const authorizationUrl = await states.begin({
        sessionId: hashOf(mark),
        ownerId: null,
        credentialId: null,
        ask: { scope: signInScopes, prompt: "select_account" },
      });
      return { authorizationUrl, mark };
    },

    /** Signs in whoever came back from Google. @throws {Refusal} as `signIn`, or bad_request for a dead code. */
    async finish(visit: ReturnedVisit & { code: string; request: Request }): Promise<Session> {
      if (states === null) throw googleNotSetUp();
      const { claims } = await states.exchange(visit);
      return identity.admit({ userId: await userOf(claims, {}), request: visit.request });
    },
  };

  /** The person behind the claims: known by the Google account, else by the verified address, else new. */
  async function userOf(claims: GoogleClaims, names: Names): Promise<string> {
    const { subject, email } = claims;
    const known = await users.byGoogleSubject(subject);
    if (known) return known.id;
    const sameAddress = await users.byEmail(email);
    if (sameAddress === null) {
      const user = {
        ...newcomer(core),
        ...namesOf(claims, names),
        email,
        passwordHash: null,
        googleSubject: subject,
      };
      if (await users.add(user)) return user.id;
      // Two first sign-ins at once: the other one made the account.
      const made = await users.byGoogleSubject(subject);
      if (made) return made.id;
      throw otherAccount();
    }
    const ended = await methods.linkGoogle({ id: sameAddress.id, subject });
    if (ended === null) throw otherAccount();
    identity.sessionsEnded(ended);
    return sameAddress.id;
  }
}

/** What calls answer where the installation has no Google client. */
export function googleNotSetUp(): Refusal {
  return new Refusal(
    "unavailable",
    "Google sign-in is not set up on this server. Please sign in with your email and password.",
  );
}

function otherAccount(): Refusal {
  return new Refusal("conflict", "This address already belongs to another Google account");
}

/** Google's names where it gives them; they end up in headers of mails, so controls stay out. */
function namesOf(claims: GoogleClaims, given: Names): { firstName: string; lastName: string } {
  const clean = (text: string) =>
    text
      .replace(/[\p{Cc}\u2028\u2029<>"]/gu, "")
      .trim()
      .slice(0, limits.text.leadNameMax);
  return {
    firstName: clean(claims.firstName || (given.firstName ?? "")),
    lastName: clean(claims.lastName || (given.lastName ?? "")),
  };
}
