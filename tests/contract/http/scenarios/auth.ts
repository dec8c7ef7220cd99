import { expect } from "bun:test";
import { createUserStore } from "../../../../db/stores/identity/users.ts";
import { createGoogleLinks } from "../../../../server/identity/googleLinks.ts";
import { googleStandIn } from "../../../support/google/googleStandIn.ts";
import { scenario } from "../../../support/server/scenario.ts";
import { goodPassword } from "../../../support/server/testServer.ts";

export const authScenarios = [
  scenario("POST /amplify/auth/signup", () => ({
    input: {
      body: {
        firstName: "Grace",
        lastName: "Hopper",
        email: "grace@example.com",
        password: goodPassword,
        status: "AMEX",
      },
    },
    as: null,
  })),

  scenario(
    "POST /amplify/auth/login",
    async ({ server }) => {
      const { email, password } = await server.signUp();
      return { input: { body: { username: ` ${email.toUpperCase()} `, password } }, as: null };
    },
    ({ json, response }) => {
      expect(json).toMatchObject({ status: "AMFR", role: "user" });
      expect(response.headers.get("set-cookie")).toStartWith("amplify=");
    },
  ),

  scenario(
    "POST /amplify/auth/logout",
    async ({ server }) => ({ input: {}, as: await server.signUp() }),
    ({ response }) => expect(response.headers.get("set-cookie")).toStartWith("amplify=; Max-Age=0"),
  ),

  scenario(
    "POST /amplify/auth/verify",
    ({ person }) => ({ input: { body: { uid: person.uid } } }),
    ({ json }) =>
      expect(json).toEqual({ status: "AMFR", role: "user", data: { status: "AMFR", role: "user" } }),
  ),

  scenario(
    "GET /amplify/auth/me",
    () => ({ input: {} }),
    ({ json, world }) => expect(json).toMatchObject({ uid: world.person.uid, email: world.person.email }),
  ),

  scenario("POST /amplify/auth/password", async ({ server }) => {
    const person = await server.signUp();
    const body = { currentPassword: person.password, newPassword: "Newer-Horse-8" };
    return { input: { body }, as: person };
  }),

  scenario("POST /amplify/auth/store-google-user", async () => {
    const token = await (await googleStandIn()).idToken({ email: "scenario@example.com" });
    return { input: { body: {} }, as: null, headers: { authorization: `Bearer ${token}` } };
  }),

  scenario(
    "GET /auth/authorize/scope",
    ({ person }) => ({ input: { query: { uid: person.uid } } }),
    ({ json }) => expect(json).toHaveProperty("authorization_url"),
  ),

  scenario(
    "GET /auth/microsoft/authorize",
    () => ({ input: { query: {} } }),
    ({ json }) => expect(json).toHaveProperty("authorization_url"),
  ),

  scenario(
    "POST /auth/google/sign-in",
    () => ({ input: {}, as: null }),
    ({ json, response }) => {
      expect(json).toHaveProperty("authorization_url");
      expect(response.headers.get("set-cookie")).toStartWith("amplify-google=");
    },
  ),

  scenario(
    "POST /auth/google/link",
    async ({ server }) => {
      const { email, password, uid } = await server.signUp();
      const user = await createUserStore(server.core.database).byId(uid);
      if (user === null) throw new Error("nobody signed up");
      const { running, core } = server;
      const links = createGoogleLinks(core, running.identity);
      const ticket = links.ticketFor({ user, subject: `google ${email}` });
      return {
        input: { body: { password } },
        as: null,
        headers: { cookie: `amplify-google-link=${ticket}` },
      };
    },
    ({ response }) => expect(response.headers.get("set-cookie")).toStartWith("amplify="),
  ),
];
