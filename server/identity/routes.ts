import { refused } from "../../contract/refused.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import type { Connect } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import { sessionCookie } from "../http/sessionCookie.ts";
import { googleCookie, googleMarkIn } from "./googleCookie.ts";
import type { GoogleSignIn } from "./googleSignIn.ts";
import { type Identity, personOf } from "./identity.ts";
import type { PasswordResets } from "./passwordResets.ts";

type AuthParts = {
  core: Core;
  identity: Identity;
  googleSignIn: GoogleSignIn;
  googleConnect: Connect;
  microsoftConnect: Connect;
  passwordResets: PasswordResets;
};

/** Signing up, in and out; the session's cookie is set and cleared here and nowhere else. */
export function authRoutes(parts: AuthParts): Route[] {
  const { core, identity, googleSignIn, googleConnect, microsoftConnect, passwordResets } = parts;
  const setCookie = (headers: Headers, token: string | null) =>
    headers.append("set-cookie", sessionCookie({ token, settings: core.settings }));
  return [
    route("POST /amplify/auth/signup", async ({ body, request, address }) => {
      const { uid } = await identity.signUp({ ...body, request, address });
      return { message: inTexts(answerTexts).identity.signedUp, uid };
    }),

    route("POST /amplify/auth/login", async ({ body, request, address, headers }) => {
      const session = await identity.logIn({ ...body, request, address });
      setCookie(headers, session.token);
      return session;
    }),

    route("POST /amplify/auth/logout", async ({ request, headers }) => {
      await identity.logOut(request);
      setCookie(headers, null);
      return { message: inTexts(answerTexts).identity.signedOut };
    }),

    route("POST /amplify/auth/verify", ({ body, person }) => {
      if (body.uid !== person.uid) throw refused("unauthorized");
      const { status, role } = person;
      return { status, role, data: { status, role } };
    }),

    route("GET /amplify/auth/me", ({ person }) => personOf(person)),

    route("POST /amplify/auth/password", async ({ body, person, scope, address, request, headers }) => {
      const session = await identity.changePassword({ person, scope, ...body, address, request });
      setCookie(headers, session.token);
      return session;
    }),

    route("POST /amplify/auth/forgot", ({ body }) => passwordResets.ask(body)),

    route("POST /amplify/auth/reset", async ({ body, address, headers }) => {
      await passwordResets.use({ ...body, address });
      // The browser may still hold a cookie of the sessions that have just ended.
      setCookie(headers, null);
      return { message: inTexts(answerTexts).identity.passwordChanged };
    }),

    route("POST /amplify/auth/store-google-user", async ({ body, request, address, headers }) => {
      const session = await googleSignIn.signIn({ request, address, given: body });
      setCookie(headers, session.token);
      return session;
    }),

    route("GET /auth/authorize/scope", async ({ query, person, scope }) => {
      if (query.uid !== person.uid) throw refused("unauthorized");
      return { authorization_url: await googleConnect.authorizationUrl({ ...query, person, scope }) };
    }),

    route("GET /auth/microsoft/authorize", async ({ query, person, scope }) => ({
      authorization_url: await microsoftConnect.authorizationUrl({ ...query, person, scope }),
    })),

    route("POST /auth/google/sign-in", async ({ headers }) => {
      const { authorizationUrl, mark } = await googleSignIn.begin();
      headers.append("set-cookie", googleCookie({ mark, settings: core.settings }));
      return { authorization_url: authorizationUrl };
    }),

    route("POST /auth/google/link", async ({ body, request, address, headers }) => {
      const { settings } = core;
      const ticket = googleMarkIn({ kind: "google-link", request, settings });
      const session = await googleSignIn.link({ ...body, ticket, request, address });
      setCookie(headers, session.token);
      headers.append("set-cookie", googleCookie({ kind: "google-link", mark: null, settings }));
      return session;
    }),
  ];
}
