import { expect } from "bun:test";
import { type CampaignsCount, planStates } from "../../../../contract/schemas/campaignPlan.ts";
import { appPasswordCanary, scenario, type World } from "../../../support/server/scenario.ts";
import { until } from "../../../support/until.ts";

const from = "sandbox@sender.test";
let sends = 0;

/** The plan holds no more than a few dozen leads, so a lead gets the mails of several scenarios. */
const leadsMax = 20;

/** The person's sandbox account and a lead; answers the lead's address. */
async function ready({ person }: World): Promise<string> {
  const accounts = await person.client("GET /amplify/auth/credentials");
  if (!accounts.some((account) => account.appEmail === from))
    await person.client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail: from, appPassword: appPasswordCanary, alias: `Ada <${from}>` },
    });
  sends += 1;
  // The sandbox puts these off, so that their campaign stays open and can be paused, resumed or cancelled.
  const email = `defer${sends % leadsMax}@in.test`;
  const leads = [{ firstName: "Bob", lastName: "Lead", email }];
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  return email;
}

const letter = () => ({
  subject: `Scenario ${sends}`,
  html: '<p>Hi <a href="https://shop.test/">{{firstName}}</a></p>',
  from,
});

async function running(world: World): Promise<string> {
  const email = await ready(world);
  const { campaignId } = await world.person.client("POST /email/send", {
    body: { ...letter(), leads: [email] },
  });
  await until(async () => {
    const params = { id: campaignId };
    return (await world.person.client("GET /amplify/campaigns/{id}", { params })).counts.deferred === 1;
  });
  return campaignId;
}

export const sendingScenarios = [
  scenario(
    "POST /email/send",
    async (world) => ({
      input: { body: { ...letter(), leads: [await ready(world)], type: "manual" as const } },
    }),
    ({ json }) =>
      expect(json).toMatchObject({ message: "Email sent successfully", accepted: 1, skipped: [] }),
  ),

  scenario(
    "POST /email/send/plan",
    async (world) => ({ input: { body: { ...letter(), leads: [await ready(world)] } } }),
    ({ json }) =>
      expect(json).toMatchObject({ total: 1, recipients: 1, skipped: [], leftToday: null, lastMailAt: null }),
  ),

  scenario(
    "POST /email/preview",
    async (world) => {
      await ready(world);
      const preview = "{{firstName|friend}}, read {{line}}";
      return { input: { body: { subject: "To {{firstName}}", preview, html: "<p>{{phone}} {{nick}}</p>" } } };
    },
    ({ json }) =>
      expect(json).toMatchObject({
        missing: ["phone"],
        unknown: ["line", "nick"],
        preview: "Ada, read {{line}}",
      }),
  ),

  scenario(
    "POST /email/send/test",
    async (world) => {
      await ready(world);
      return { input: { body: { html: "<p>Hi {{firstName|there}}</p>", from } } };
    },
    async ({ json, world }) => {
      expect(json).toEqual({ message: `Test email sent to ${world.person.email}` });
      const { items } = await world.person.client("GET /amplify/sandbox/mails");
      expect(items.map((mail) => mail.to)).toContain(world.person.email);
    },
  ),

  scenario(
    "GET /amplify/campaigns",
    async (world) => {
      await running(world);
      return { input: {} };
    },
    ({ json }) => expect(json).toContainEqual(expect.objectContaining({ state: "running", total: 1 })),
  ),

  scenario(
    "GET /amplify/campaigns/count",
    async (world) => {
      await running(world);
      return { input: {} };
    },
    async ({ json, world }) => {
      const listed = await world.person.client("GET /amplify/campaigns");
      const { archived, states } = json as CampaignsCount;
      const inState = (state: string) => listed.filter((one) => one.state === state).length;
      expect(states).toEqual(
        Object.fromEntries(planStates.map((state) => [state, inState(state)])) as typeof states,
      );
      expect(states.running).toBeGreaterThan(0);
      const query = { archived: "true" } as const;
      expect(archived).toBe((await world.person.client("GET /amplify/campaigns", { query })).length);
    },
  ),

  scenario(
    "GET /amplify/campaigns/{id}",
    async (world) => ({ input: { params: { id: await running(world) } } }),
    ({ json }) => expect(json).toMatchObject({ counts: { deferred: 1 }, waiting: "Waiting to try 1 again" }),
  ),

  scenario(
    "GET /amplify/campaigns/{id}/deliveries",
    async (world) => ({
      input: { params: { id: await running(world) }, query: { state: "deferred" as const } },
    }),
    ({ json }) => expect(json).toMatchObject({ items: [{ state: "deferred", attempts: 1 }], next: null }),
  ),

  scenario(
    "GET /amplify/campaigns/{id}/links",
    async (world) => ({ input: { params: { id: await running(world) } } }),
    ({ json }) =>
      expect(json).toMatchObject([{ url: "https://shop.test/", people: 0, clicks: 0, machineClicks: 0 }]),
  ),

  scenario(
    "GET /amplify/campaigns/{id}/optouts",
    async (world) => ({ input: { params: { id: await running(world) } } }),
    ({ json }) => expect(json).toEqual({ total: 0, reasons: [], items: [], next: null }),
  ),

  scenario(
    "POST /amplify/campaigns/{id}/pause",
    async (world) => ({ input: { params: { id: await running(world) } } }),
    ({ json }) => expect(json).toMatchObject({ state: "paused", waiting: "Paused by you" }),
  ),

  scenario(
    "POST /amplify/campaigns/{id}/resume",
    async (world) => {
      const id = await running(world);
      await world.person.client("POST /amplify/campaigns/{id}/pause", { params: { id } });
      return { input: { params: { id } } };
    },
    ({ json }) => expect(json).toMatchObject({ state: "running" }),
  ),

  scenario(
    "POST /amplify/campaigns/{id}/cancel",
    async (world) => ({ input: { params: { id: await running(world) } } }),
    ({ json }) => expect(json).toMatchObject({ state: "cancelled", counts: { skipped: 1, deferred: 0 } }),
  ),

  scenario(
    "POST /amplify/campaigns/{id}/account",
    async (world) => {
      const id = await running(world);
      await world.person.client("POST /amplify/campaigns/{id}/pause", { params: { id } });
      const [account] = await world.person.client("GET /amplify/auth/credentials");
      return { input: { params: { id }, body: { credentialId: account?._id ?? "" } } };
    },
    ({ json }) => expect(json).toMatchObject({ state: "running" }),
  ),

  scenario(
    "POST /amplify/campaigns/{id}/retry",
    async (world) => ({
      input: { params: { id: await running(world) }, body: { states: ["failed" as const] } },
    }),
    ({ json }) => expect(json).toMatchObject({ retried: 0 }),
  ),
];
