import { expect } from "bun:test";
import type { WebhookWithSecret } from "../../../../contract/schemas/webhooks.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";

// Nobody listens there.
const input = { name: " Our CRM ", url: "http://127.0.0.1:9/hook", types: ["account.stopped" as const] };
let last = "";

/** A webhook of somebody with a plan for it; one at a time, since there is a bound. */
async function addWebhook({ person, server }: World): Promise<WebhookWithSecret> {
  await server.grant(person, { status: "AMPR" });
  for (const { _id: id } of await person.client("GET /amplify/api/webhooks"))
    await person.client("DELETE /amplify/api/webhooks/{id}", { params: { id } });
  const added = await person.client("POST /amplify/api/webhooks", { body: input });
  last = added._id;
  return added;
}

const withWebhook = async (world: World) => ({ params: { id: (await addWebhook(world))._id } });

/** One that was sent a test. */
async function withEvent(world: World): Promise<{ id: string; eventId: string }> {
  const { params } = await withWebhook(world);
  const { eventId } = await world.person.client("POST /amplify/api/webhooks/{id}/test", { params });
  return { ...params, eventId };
}

const shown = { name: "Our CRM", url: input.url, types: input.types, state: "active" };

export const webhookScenarios = [
  scenario(
    "GET /amplify/api/webhooks",
    async (world) => {
      await addWebhook(world);
      return { input: {} };
    },
    ({ json, text }) => {
      expect(json).toMatchObject([shown]);
      expect(text).not.toContain("whsec_");
    },
  ),

  scenario(
    "POST /amplify/api/webhooks",
    async ({ server, person }) => {
      await server.grant(person, { status: "AMPR" });
      return { input: { body: input } };
    },
    ({ json }) => expect(json).toMatchObject({ ...shown, secret: expect.stringMatching(/^whsec_\S{44}$/) }),
  ),

  scenario(
    "GET /amplify/api/webhooks/{id}",
    async (world) => ({ input: await withWebhook(world) }),
    ({ json, text }) => {
      expect(json).toMatchObject(shown);
      expect(text).not.toContain("whsec_");
    },
  ),

  scenario(
    "PUT /amplify/api/webhooks/{id}",
    async (world) => ({
      input: {
        ...(await withWebhook(world)),
        body: { types: ["lead.created" as const, "lead.created" as const] },
      },
    }),
    ({ json }) => expect(json).toMatchObject({ ...shown, types: ["lead.created"] }),
  ),

  scenario("DELETE /amplify/api/webhooks/{id}", async (world) => ({ input: await withWebhook(world) })),

  scenario(
    "POST /amplify/api/webhooks/{id}/pause",
    async (world) => ({ input: await withWebhook(world) }),
    ({ json }) => expect(json).toMatchObject({ state: "paused", pausedCause: { code: "paused_by_person" } }),
  ),

  scenario(
    "POST /amplify/api/webhooks/{id}/resume",
    async (world) => {
      const { params } = await withWebhook(world);
      await world.person.client("POST /amplify/api/webhooks/{id}/pause", { params });
      return { input: { params } };
    },
    ({ json }) => expect(json).toMatchObject({ ...shown, pausedReason: null }),
  ),

  scenario(
    "POST /amplify/api/webhooks/{id}/rotate",
    async (world) => ({ input: await withWebhook(world) }),
    ({ json }) =>
      expect(json).toMatchObject({
        secret: expect.stringMatching(/^whsec_/),
        formerSecretUntil: expect.any(Number),
      }),
  ),

  scenario(
    "POST /amplify/api/webhooks/{id}/test",
    async (world) => ({ input: await withWebhook(world) }),
    ({ json }) =>
      expect(json).toMatchObject({ delivered: false, status: null, cause: { code: "webhook_unreached" } }),
  ),

  scenario(
    "GET /amplify/api/webhooks/{id}/deliveries",
    async (world) => {
      const { id } = await withEvent(world);
      return {
        input: { params: { id }, query: { state: "given_up" as const, type: "webhook.test" as const } },
      };
    },
    ({ json }) =>
      expect(json).toMatchObject({
        items: [{ type: "webhook.test", subject: last, attempts: 1 }],
        next: null,
      }),
  ),

  scenario("POST /amplify/api/webhooks/{id}/deliveries/{eventId}/redeliver", async (world) => ({
    input: { params: await withEvent(world) },
  })),

  scenario(
    "POST /amplify/api/webhooks/{id}/redeliver",
    async (world) => {
      const { id } = await withEvent(world);
      return { input: { params: { id }, body: { from: 0 } } };
    },
    ({ json }) => expect(json).toMatchObject({ message: expect.stringContaining("again") }),
  ),
];
