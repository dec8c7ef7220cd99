import { expect } from "bun:test";
import { scenario } from "../../../support/server/scenario.ts";

export const startScenarios = [
  scenario(
    "GET /amplify/start",
    () => ({ input: {} }),
    ({ json }) => expect(json).toMatchObject({ samples: false }),
  ),

  scenario(
    "PUT /amplify/start",
    () => ({ input: { body: { putAway: true } } }),
    ({ json }) => expect(json).toMatchObject({ putAway: true }),
  ),

  scenario(
    "POST /amplify/start/samples",
    async ({ server }) => ({ input: { body: { only: "leads" as const } }, as: await server.signUp() }),
    ({ json }) => expect(json).toMatchObject({ samples: true }),
  ),

  scenario(
    "DELETE /amplify/start/samples",
    async ({ server }) => {
      const as = await server.signUp();
      await as.client("POST /amplify/start/samples", { body: {} });
      return { input: {}, as };
    },
    ({ json }) => expect(json).toMatchObject({ samples: false }),
  ),
];
