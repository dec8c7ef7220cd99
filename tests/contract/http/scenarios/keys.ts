import { expect } from "bun:test";
import { keyScopes } from "../../../../contract/identity/keys.ts";
import type { KeyUsage } from "../../../../contract/schemas/keys.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";
import { until } from "../../../support/until.ts";

/** Whoever runs the installation has the API in any plan. */
async function admin({ server }: World) {
  const person = await server.signUp();
  await server.grant(person, { role: "admin" });
  return person;
}

async function asked({ server }: World): Promise<{ deviceCode: string; userCode: string }> {
  return server.client("POST /amplify/auth/device", { body: { name: "laptop" } });
}

export const keyScenarios = [
  scenario(
    "GET /amplify/api/keys",
    async (world) => {
      const as = await admin(world);
      await as.client("POST /amplify/api/keys", { body: { name: "Cron", scopes: ["read"] } });
      return { input: {}, as };
    },
    ({ json, text }) => {
      expect(json).toMatchObject([{ name: "Cron", scopes: ["read"], expiresAt: null, isExpired: false }]);
      expect(text).not.toContain("amk_");
      expect(text).not.toContain("hash");
    },
  ),

  scenario(
    "POST /amplify/api/keys",
    async (world) => ({
      input: {
        body: {
          name: "Cron",
          scopes: keyScopes.filter((scope) => scope !== "write").reverse(),
          addresses: ["127.0.0.0/8"],
        },
      },
      as: await admin(world),
    }),
    ({ json }) => {
      expect(json).toMatchObject({ scopes: ["read", "send"], addresses: ["127.0.0.0/8"] });
      expect(json).toMatchObject({ key: expect.stringMatching(/^amk_[\w-]{43}$/) });
    },
  ),

  scenario("DELETE /amplify/api/keys/{id}", async (world) => {
    const as = await admin(world);
    const { _id: id } = await as.client("POST /amplify/api/keys", {
      body: { name: "Old", scopes: ["read"] },
    });
    return { input: { params: { id } }, as };
  }),

  scenario("GET /amplify/api/requests", async (world) => ({
    input: { query: { status: "4xx", method: "GET", path: "leads" } as const },
    as: await admin(world),
  })),

  scenario(
    "GET /amplify/api/usage",
    async (world) => {
      const as = await admin(world);
      const { key } = await as.client("POST /amplify/api/keys", { body: { name: "Cron", scopes: ["read"] } });
      const called = (path: string) =>
        fetch(`${world.server.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      for (const path of ["/templates", "/templates/none-such"]) await called(path);
      // What is called is written down a moment later.
      await until(async () => (await as.client("GET /amplify/api/usage")).keys[0]?.refused === 1);
      return { input: {}, as };
    },
    ({ json }) => {
      const { days, keys } = json as KeyUsage;
      expect(days).toHaveLength(30);
      expect(days.at(-1)).toMatchObject({ done: 1, refused: 1, failed: 0 });
      expect(keys).toMatchObject([{ name: "Cron", done: 1, refused: 1, failed: 0 }]);
    },
  ),

  scenario(
    "POST /amplify/auth/device",
    () => ({ input: { body: { name: "laptop" } }, as: null }),
    ({ json, world }) =>
      expect(json).toMatchObject({
        userCode: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
        verificationUri: `${world.server.url}/approve`,
        expiresInSeconds: 600,
      }),
  ),

  scenario(
    "POST /amplify/auth/device/key",
    async (world) => {
      const { deviceCode, userCode } = await asked(world);
      await (await admin(world)).client("POST /amplify/api/approvals/{code}", {
        params: { code: userCode },
        body: { approve: true, scopes: ["read"] },
      });
      return { input: { body: { deviceCode } }, as: null };
    },
    ({ json }) => expect(json).toMatchObject({ key: expect.stringMatching(/^amk_[\w-]{43}$/) }),
  ),

  scenario("GET /amplify/api/approvals/{code}", async (world) => {
    const { userCode } = await asked(world);
    return { input: { params: { code: userCode } }, as: await admin(world) };
  }),

  scenario("POST /amplify/api/approvals/{code}", async (world) => {
    const { userCode } = await asked(world);
    return {
      input: { params: { code: userCode }, body: { approve: true, scopes: keyScopes.slice(0, 2) } },
      as: await admin(world),
    };
  }),
];
