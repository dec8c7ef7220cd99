import { expect } from "bun:test";
import { sentDelivery } from "../../support/deliveries.ts";
import { scenario, type World } from "../../support/scenario.ts";

async function tokenFor({ server }: World, purpose: "unsubscribe" | "open"): Promise<string> {
  const { id } = await sentDelivery(server.core, { ownerId: crypto.randomUUID() });
  return server.core.secrets.sign(purpose, id);
}

export const recipientScenarios = [
  scenario(
    "GET /u/{token}",
    async (world) => ({ input: { params: { token: await tokenFor(world, "unsubscribe") } }, as: null }),
    ({ text }) => expect(text).toContain("Unsubscribe?"),
  ),

  scenario(
    "POST /u/{token}",
    async (world) => ({ input: { params: { token: await tokenFor(world, "unsubscribe") } }, as: null }),
    ({ text }) => expect(text).toContain("You are unsubscribed"),
  ),

  scenario("GET /o/{token}", async (world) => ({
    input: { params: { token: await tokenFor(world, "open") } },
    as: null,
  })),
];
