import type { Refusal } from "../../contract/errors.ts";
import type { UserId } from "../../contract/identity/scope.ts";
import { textLimits } from "../../contract/limits/text.ts";
import { reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { Session } from "../../contract/schemas/person.ts";
import { createSignInMethodStore } from "../../db/stores/identity/signInMethods.ts";
import { createUserStore } from "../../db/stores/identity/users.ts";
import type { Core } from "../core/core.ts";
import { createGoogleClaims, type GoogleClaims, mayBeGoogles } from "../google/googleClaims.ts";
import { signInScopes } from "../google/googleScopes.ts";
import type { GoogleVisits } from "../google/googleVisits.ts";
import { hashOf, type ReturnedVisit, randomToken } from "../oauth/visits.ts";
import { createGoogleLinks, type LinkNeeded, otherAccount } from "./googleLinks.ts";
import { type Identity, newcomer } from "./identity.ts";

type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined };
type BearerSignIn = {
  request: Request;
  address: string;
  given: Names & { password?: string | undefined };
};
/**
 * What the returning person still has to enter, the password, together with this ticket, whose cookie their browser
 * has.
 */
type LinkAsked = { email: string; ticket: string };

export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>;

/** Signing in with Google. `visits` is null where Google is not set up. */
export function createGoogleSignIn(
  core: Core,
  { identity, visits }: { identity: Identity; visits: GoogleVisits | null },
) {
  const { clock } = core;
  const users = createUserStore(core.database);
  const methods = createSignInMethodStore(core.database);
  const google = core.settings.google;
  const tokens = google && createGoogleClaims({ google, clock });
  const links = createGoogleLinks(core, identity);

  return {
    /**
     * Signs in whoever the bearer token's claims name; nothing that the body says about them counts. The body may give
     * the password that a first sign-in needs (`LinkNeeded`).
     * @throws {Refusal} unauthorized, conflict, invalid_credentials, or unavailable where Google is not set up.
     */
    async signIn({ request, address, given }: BearerSignIn): Promise<Session> {
      const token = (request.headers.get("authorization") ?? "").replace(/^bearer\s+/i, "").trim();
      if (!(await mayBeGoogles(token))) throw refused("unauthorized");
      if (tokens === null) throw googleNotSetUp();
      const found = await userOf(await tokens.claimsOf(token), given);
      if ("userId" in found) return identity.admit({ userId: found.userId, request });
      if (!given.password) throw refused("google_password_needed");
      return links.prove({ ...found, password: given.password, address, request });
    },

    /** The address at Google where somebody says who they are, and the mark their browser comes back with. */
    async begin(): Promise<{ authorizationUrl: string; mark: string }> {
      if (visits === null) throw googleNotSetUp();
      const mark = randomToken();
      const authorizationUrl = await visits.begin({
        sessionId: hashOf(mark),
        workspaceId: null,
        credentialId: null,
        ask: { scope: signInScopes, prompt: "select_account" },
      });
      return { authorizationUrl, mark };
    },

    /**
     * Signs in whoever came back from Google, or says what is to be proved before that.
     * @throws {Refusal} as `signIn`, or bad_request for a dead code.
     */
    async finish(visit: ReturnedVisit & { code: string; request: Request }): Promise<Session | LinkAsked> {
      if (visits === null) throw googleNotSetUp();
      const { claims } = await visits.exchange(visit);
      const found = await userOf(claims, {});
      if ("userId" in found) return identity.admit({ userId: found.userId, request: visit.request });
      return { email: claims.email, ticket: links.ticketFor(found) };
    },

    /** Ties the Google account of a visit that ended with `LinkAsked`, and signs in. @throws {Refusal} as `logIn`. */
    link: links.use,
  };

  /** The person behind the claims: known by the Google account, else by the verified address, else new. */
  async function userOf(claims: GoogleClaims, names: Names): Promise<{ userId: UserId } | LinkNeeded> {
    const { subject, email } = claims;
    const known = await users.byGoogleSubject(subject);
    if (known) return { userId: known.id };
    const sameAddress = await users.byEmail(email);
    if (sameAddress === null) return { userId: await added(claims, names) };
    if (sameAddress.googleSubject !== null) throw otherAccount();
    if (sameAddress.passwordHash !== null && !claims.isGooglesOwn) return { user: sameAddress, subject };
    const why = reason("webhook_of_former");
    const ended = await methods.linkGoogle({ id: sameAddress.id, subject, now: clock.now(), why });
    if (ended === null) throw otherAccount();
    identity.sessionsEnded(ended);
    return { userId: sameAddress.id };
  }

  async function added(claims: GoogleClaims, names: Names): Promise<string> {
    const { subject, email } = claims;
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
}

/** What calls answer where the installation has no Google client. */
function googleNotSetUp(): Refusal {
  return refused("google_not_set_up");
}

/** Google's names where it gives them; they end up in headers of mails, so controls stay out. */
function namesOf(claims: GoogleClaims, given: Names): { firstName: string; lastName: string } {
  const clean = (text: string) =>
    text
      .replace(/[\p{Cc}\u2028\u2029<>"]/gu, "")
      .trim()
      .slice(0, textLimits.leadNameMax);
  return {
    firstName: clean(claims.firstName || (given.firstName ?? "")),
    lastName: clean(claims.lastName || (given.lastName ?? "")),
  };
}
