import { expect } from "bun:test";
import { createLinks } from "../../../../server/identity/passwordResets.ts";
import { scenario } from "../../../support/server/scenario.ts";

export const accountScenarios = [
  scenario(
    "GET /amplify/account",
    () => ({ input: {} }),
    ({ json, world }) =>
      expect(json).toMatchObject({ uid: world.person.uid, hasPassword: true, hasGoogle: false }),
  ),

  scenario(
    "GET /amplify/account/sessions",
    () => ({ input: {} }),
    ({ json }) => {
      const sessions = json as { current: boolean; device: string }[];
      expect(sessions.filter((session) => session.current)).toHaveLength(1);
      expect(sessions[0]?.device).toStartWith("A program (Bun");
    },
  ),

  scenario(
    "GET /amplify/plan",
    async ({ server }) => ({ input: {}, as: await server.signUp() }),
    ({ json }) =>
      expect(json).toMatchObject({ plan: "free", leadsMax: 50, abTesting: false, automation: false }),
  ),

  scenario(
    "GET /amplify/account/tracking",
    async ({ server }) => ({ input: {}, as: await server.signUp() }),
    ({ json }) => expect(json).toEqual({ opens: true, clicks: true, track: "always", available: true }),
  ),

  scenario(
    "PUT /amplify/account/tracking",
    async ({ server }) => ({
      input: { body: { opens: true, clicks: false, track: "granted" as const } },
      as: await server.signUp(),
    }),
    ({ json }) => expect(json).toEqual({ opens: true, clicks: false, track: "granted", available: true }),
  ),

  scenario("DELETE /amplify/account/sessions/{id}", async ({ server, person }) => {
    const before = new Set((await person.client("GET /amplify/account/sessions")).map(({ _id }) => _id));
    await server.logIn(person);
    const sessions = await person.client("GET /amplify/account/sessions");
    const id = sessions.find((session) => !before.has(session._id))?._id ?? "";
    return { input: { params: { id } } };
  }),

  scenario(
    "DELETE /amplify/account/sessions",
    async ({ server }) => ({ input: {}, as: await server.signUp() }),
    ({ response }) => expect(response.headers.get("set-cookie")).toStartWith("amplify=; Max-Age=0"),
  ),

  scenario(
    "GET /amplify/account/export",
    () => ({ input: {} }),
    ({ response, text }) => {
      expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="amplify-export-/);
      expect(text).toStartWith("PK");
    },
  ),

  scenario(
    "POST /amplify/account/delete",
    async ({ server }) => {
      const person = await server.signUp();
      return { input: { body: { password: person.password } }, as: person };
    },
    ({ response }) => expect(response.headers.get("set-cookie")).toStartWith("amplify=; Max-Age=0"),
  ),

  scenario("POST /amplify/auth/forgot", () => ({
    input: { body: { email: "nobody@example.com" } },
    as: null,
  })),

  scenario("POST /amplify/auth/reset", async ({ server }) => {
    const { uid } = await server.signUp();
    const link = await createLinks(server.core).make(uid);
    const token = new URL(link).hash.slice(1);
    return { input: { body: { token, password: "Newer-Horse-8" } }, as: null };
  }),
];
