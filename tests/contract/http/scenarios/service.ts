import { expect } from "bun:test";
import { scenario } from "../../../support/server/scenario.ts";

export const serviceScenarios = [
  scenario("GET /healthz", () => ({ input: {}, as: null })),

  scenario(
    "GET /openapi.json",
    () => ({ input: {}, as: null }),
    ({ json }) => expect(json).toMatchObject({ openapi: "3.1.0", info: { title: "Amplify" } }),
  ),

  scenario(
    "GET /amplify/api/overview",
    async ({ server }) => {
      const admin = await server.signUp();
      await server.grant(admin, { role: "admin" });
      return { input: {}, as: admin };
    },
    ({ json, world }) =>
      expect(json).toMatchObject({
        baseUrl: world.server.url,
        openapiUrl: `${world.server.url}/openapi.json`,
      }),
  ),
];
