import { expect } from "bun:test";
import { createLinkStore } from "../../../../db/stores/tracking/links.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";
import { sentDelivery } from "../../../support/smtp/deliveries.ts";

async function tokenFor({ server }: World, purpose: "unsubscribe" | "open"): Promise<string> {
  const { id } = await sentDelivery(server.core, { workspaceId: crypto.randomUUID() });
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

  scenario(
    "GET /c/{token}",
    async ({ server }) => {
      const { id, campaignId } = await sentDelivery(server.core, { workspaceId: crypto.randomUUID() });
      const link = { id: crypto.randomUUID(), campaignId, workspaceId: "", position: 0 };
      await createLinkStore(server.core.database).add([{ ...link, url: "https://shop.test/?e={{email}}" }]);
      const token = `${server.core.secrets.sign("click", id)}.${link.id}`;
      return { input: { params: { token } }, as: null };
    },
    ({ response }) => expect(response.headers.get("location")).toBe("https://shop.test/?e=bob%40example.com"),
  ),
];
