import { expect } from "bun:test";
import { drafted } from "../../../support/campaigns/drafted.ts";
import { appPasswordCanary, scenario, type World } from "../../../support/server/scenario.ts";
import { until } from "../../../support/until.ts";

const from = "sandbox@sender.test";
let count = 0;

/** The person's sandbox account, and a lead whom it mails; the sandbox puts the mails of `defer…` off. */
async function ready({ person }: World, prefix: "defer" | "plan" = "defer"): Promise<string> {
  const accounts = await person.client("GET /amplify/auth/credentials");
  if (!accounts.some((account) => account.appEmail === from))
    await person.client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail: from, appPassword: appPasswordCanary, alias: `Ada <${from}>` },
    });
  count += 1;
  const email = `${prefix}${count % 2}@plans.test`;
  const leads = [{ firstName: "Bob", lastName: "Lead", email }];
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const found = await person.client("GET /amplify/leads", { query: { search: email, pageSize: 1 } });
  return (found as { items: { _id: string }[] }).items[0]?._id ?? "";
}

async function draft(world: World, change: Parameters<typeof drafted>[1] = {}, prefix?: "defer" | "plan") {
  const leadId = await ready(world, prefix);
  const accounts = await world.person.client("GET /amplify/auth/credentials");
  const account = accounts.find(({ appEmail }) => appEmail === from)?._id ?? "";
  return drafted(world, { audience: { leads: [leadId] }, accounts: [account], ...change });
}

async function begun(world: World, change: Parameters<typeof drafted>[1] = {}, prefix?: "defer" | "plan") {
  const plan = await draft(world, change, prefix);
  const params = { id: plan._id };
  const body = { version: plan.version };
  await world.person.client("POST /amplify/campaigns/{id}/start", { params, body });
  return plan;
}

async function ended(world: World) {
  const plan = await begun(world, {}, "plan");
  const params = { id: plan._id };
  await until(
    async () => (await world.person.client("GET /amplify/campaigns/{id}", { params })).state === "finished",
  );
  return plan;
}

/** It has begun with two variants for a tenth each, and the rest waits until a person has chosen. */
async function tried(world: World) {
  await world.server.grant(world.person, { status: "AMPR" });
  const leads = Array.from({ length: 30 }, (_, nth) => ({
    firstName: "Bob",
    lastName: "Lead",
    email: `defer${nth}@tried.test`,
  }));
  await world.person.client("POST /amplify/leads/bulk", { body: { leads } });
  const test = { by: "person" as const, afterMinutes: 60 };
  const variants = ["A", "B"].map((id) => ({ id, share: 10 }));
  const step = { id: "first", delayMinutes: 0, condition: { kind: "always" as const }, sameThread: false };
  const plan = await begun(world, { steps: [{ ...step, variants, test }], audience: { everyone: true } });
  const params = { id: plan._id };
  await until(async () =>
    (await world.person.client("GET /amplify/campaigns/{id}/parts", { params })).some(
      ({ variantId, waitingCause }) => variantId === null && waitingCause?.code === "awaiting_winner",
    ),
  );
  return { plan, step: plan.steps[0] };
}

const named = async (plan: Promise<{ _id: string }>) => ({ input: { params: { id: (await plan)._id } } });

const composing = [
  scenario(
    "POST /amplify/campaigns",
    () => ({ input: { body: { kind: "sequence" as const } } }),
    ({ json, response }) => {
      expect(response.status).toBe(201);
      expect(json).toMatchObject({ state: "draft", kind: "sequence", version: 0, mails: [] });
    },
  ),
  scenario(
    "GET /amplify/campaigns/{id}/plan",
    (world) => named(draft(world)),
    ({ json }) => expect(json).toMatchObject({ name: "Spring", state: "draft" }),
  ),
  scenario(
    "PUT /amplify/campaigns/{id}/plan",
    async (world) => {
      const plan = await draft(world);
      return { input: { params: { id: plan._id }, body: { version: plan.version, name: "Autumn" } } };
    },
    ({ json }) => expect(json).toMatchObject({ name: "Autumn" }),
  ),
  scenario(
    "GET /amplify/campaigns/{id}/mails/{variantId}",
    async (world) => {
      const plan = await draft(world);
      return { input: { params: { id: plan._id, variantId: plan.mails[0]?.variantId ?? "" } } };
    },
    ({ json }) => expect(json).toMatchObject({ subject: "Hello {{firstName}}", html: "<p>Hi</p>" }),
  ),
  scenario(
    "PUT /amplify/campaigns/{id}/mails/{variantId}",
    async (world) => {
      const plan = await draft(world);
      const variantId = plan.mails[0]?.variantId ?? "";
      return { input: { params: { id: plan._id, variantId }, body: { version: 1, subject: "Once more" } } };
    },
    ({ json }) => expect(json).toMatchObject({ subject: "Once more", version: 2 }),
  ),
  scenario("DELETE /amplify/campaigns/{id}", (world) => named(draft(world))),
  scenario("POST /amplify/campaigns/{id}/restore", async (world) => {
    const plan = await draft(world);
    const params = { id: plan._id };
    await world.person.client("DELETE /amplify/campaigns/{id}", { params });
    return { input: { params } };
  }),
  scenario(
    "POST /amplify/campaigns/{id}/duplicate",
    async (world) => ({
      input: { params: { id: (await ended(world))._id }, body: { to: "notOpened" as const } },
    }),
    ({ json }) => expect(json).toMatchObject({ name: "Spring (2)", state: "draft" }),
  ),
];

const choosing = [
  scenario(
    "POST /amplify/campaigns/audience",
    async (world) => ({ input: { body: { ...(await draft(world)).audience, everyone: true } } }),
    ({ json }) => expect(json).toMatchObject({ broken: [] }),
  ),
  scenario(
    "POST /amplify/campaigns/audience/left",
    async (world) => ({
      input: { body: { audience: (await draft(world)).audience, code: "opted_out" } },
    }),
    ({ json }) => expect(json).toEqual({ items: [], next: null }),
  ),
  scenario(
    "GET /amplify/campaigns/{id}/standing",
    (world) => named(draft(world)),
    ({ json }) => expect(json).toMatchObject({ open: 0, steps: [{ came: 0, mails: 0, toCome: 0 }] }),
  ),
  scenario(
    "GET /amplify/campaigns/{id}/review",
    (world) => named(draft(world)),
    ({ json }) =>
      expect(json).toMatchObject({
        audience: { total: 1, recipients: 1, left: [] },
        forecast: { days: 1, limitedBy: null, accounts: [{ recipients: 1, provider: "sandbox" }] },
      }),
  ),
  scenario(
    "POST /amplify/campaigns/{id}/review",
    async (world) => {
      const plan = await draft(world);
      const { steps, stop } = plan;
      return { input: { params: { id: plan._id }, body: { steps, stop } } };
    },
    ({ json }) => expect(json).toEqual({ checks: [] }),
  ),
];

const starting = [
  scenario(
    "GET /amplify/campaigns/{id}/leads",
    async (world) => {
      await world.server.grant(world.person, { status: "AMEX" });
      const { _id: id } = await begun(world, { kind: "sequence" });
      const params = { id };
      await until(
        async () =>
          (await world.person.client("GET /amplify/campaigns/{id}/leads", { params })).items[0]?.state ===
          "sending",
      );
      return { input: { params, query: { ended: "false" as const, search: "bob plans" } } };
    },
    ({ json }) =>
      expect(json).toMatchObject({
        items: [{ firstName: "Bob", step: 0, state: "sending", dueAt: null, endedAt: null, cause: null }],
        next: null,
      }),
  ),
  scenario(
    "POST /amplify/campaigns/{id}/start",
    async (world) => {
      const plan = await draft(world, { holdSeconds: 600 });
      return { input: { params: { id: plan._id }, body: { version: plan.version } } };
    },
    ({ json }) => expect(json).toMatchObject({ state: "holding" }),
  ),
  scenario(
    "POST /amplify/campaigns/{id}/undo",
    (world) => named(begun(world, { startAt: "2099-05-01T10:00" })),
    ({ json }) => expect(json).toMatchObject({ state: "draft" }),
  ),
  scenario(
    "POST /amplify/campaigns/{id}/archive",
    async (world) => ({ input: { params: { id: (await ended(world))._id }, body: { archived: true } } }),
    ({ json }) => expect((json as { archivedAt: number }).archivedAt).toBeNumber(),
  ),
  scenario(
    "POST /amplify/campaigns/{id}/winner",
    async (world) => {
      const { plan, step } = await tried(world);
      const variantId = step?.variants[1]?.id ?? "";
      return { input: { params: { id: plan._id }, body: { stepId: step?.id ?? "", variantId } } };
    },
    ({ json }) => expect(json).toMatchObject({ name: "Spring" }),
  ),
  scenario(
    "POST /amplify/campaigns/{id}/uncertain",
    async (world) => ({
      input: { params: { id: (await ended(world))._id }, body: { decision: "sent" as const } },
    }),
    ({ json }) => expect(json).toMatchObject({ decided: 0 }),
  ),
  scenario(
    "GET /amplify/campaigns/{id}/activity",
    (world) => named(begun(world, { startAt: "2099-05-01T10:00", zone: "Europe/Vienna" })),
    ({ json }) =>
      expect((json as { reason: string }[]).map(({ reason }) => reason)).toEqual([
        "Scheduled it for May 1, 2099, 10:00 AM (Europe/Vienna)",
        "Created it",
      ]),
  ),
  scenario(
    "GET /amplify/campaigns/{id}/parts",
    (world) => named(ended(world)),
    ({ json }) => expect(json).toMatchObject([{ step: 0, state: "finished", counts: { sent: 1 } }]),
  ),
];

export const campaignScenarios = [...composing, ...choosing, ...starting];
