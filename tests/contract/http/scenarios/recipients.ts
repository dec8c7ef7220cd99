import { expect } from "bun:test";
import { createRecipientStore } from "../../../../db/stores/tracking/recipients.ts";
import { storeLinks } from "../../../support/campaigns/storeLinks.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";
import { sentDelivery } from "../../../support/smtp/deliveries.ts";

async function tokenFor({ server }: World, purpose: "unsubscribe" | "open"): Promise<string> {
  const { id } = await sentDelivery(server.core, { workspaceId: crypto.randomUUID() });
  return server.core.secrets.sign(purpose, id);
}

/** Of the link in a mail that lets somebody come back who has left. */
async function returnToken({ server: { core } }: World): Promise<string> {
  const {
    id: deliveryId,
    workspaceId,
    email,
    ...mail
  } = await sentDelivery(core, {
    workspaceId: crypto.randomUUID(),
  });
  const { leadId, campaignId } = mail;
  const [id, now] = [core.newId(), core.clock.now()];
  const emailHash = core.secrets.hashAddress(email);
  const leaving = { id, workspaceId, email, emailHash, leadId, campaignId, deliveryId, now };
  await createRecipientStore(core.database).unsubscribe(leaving);
  return core.secrets.sign("return", `${id}~${now}`);
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

  scenario(
    "POST /u/{token}/reason",
    async (world) => ({ input: { params: { token: await tokenFor(world, "unsubscribe") } }, as: null }),
    ({ text }) => expect(text).toContain("Unsubscribe?"),
  ),

  scenario(
    "POST /u/{token}/return",
    async (world) => ({ input: { params: { token: await tokenFor(world, "unsubscribe") } }, as: null }),
    ({ text }) => expect(text).toContain("Unsubscribe?"),
  ),

  scenario(
    "POST /u/{token}/counting",
    async (world) => ({ input: { params: { token: await tokenFor(world, "unsubscribe") } }, as: null }),
    ({ text }) => expect(text).toContain("Opens and clicks"),
  ),

  scenario(
    "GET /r/{token}",
    async (world) => ({ input: { params: { token: await returnToken(world) } }, as: null }),
    ({ text }) => expect(text).toContain("Subscribe again?"),
  ),

  scenario(
    "POST /r/{token}",
    async (world) => ({ input: { params: { token: await returnToken(world) } }, as: null }),
    ({ text }) => expect(text).toContain("You are subscribed again"),
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
      await storeLinks(server.core.database, [{ ...link, url: "https://shop.test/?e={{email}}" }]);
      const token = `${server.core.secrets.sign("click", id)}.${link.id}`;
      return { input: { params: { token } }, as: null };
    },
    ({ response }) => expect(response.headers.get("location")).toBe("https://shop.test/?e=bob%40example.com"),
  ),
];
