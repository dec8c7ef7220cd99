import { expect } from "bun:test";
import { createMailCountStore } from "../../../../db/stores/campaigns/mailCounts.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";
import { until } from "../../../support/until.ts";

const from = "insight@sender.test";
let sends = 0;

/** A campaign of three: one arrived, one failed, one was put off; the sandbox decides by the address. */
async function sent({ person, server }: World): Promise<string> {
  // Figures over time, by link and domain, and beside others are what a plan has.
  await server.grant(person, { status: "AMPR" });
  const accounts = await person.client("GET /amplify/auth/credentials");
  if (!accounts.some((account) => account.appEmail === from))
    await person.client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail: from, appPassword: "x", alias: `Ada <${from}>` },
    });
  const emails = ["insight@in.test", "bounce-insight@in.test", "defer-insight@shop.test"];
  const leads = emails.map((email) => ({ firstName: "Bob", lastName: "=Lead", email }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  sends += 1;
  const { campaignId } = await person.client("POST /email/send", {
    body: {
      subject: `Insight ${sends}`,
      from,
      leads: emails,
      trackOpens: true,
      trackClicks: true,
      html: '<p>Hi <a href="https://shop.test/">{{firstName}}</a></p>',
    },
  });
  await until(async () => {
    const { counts } = await person.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
    return counts.sent === 1 && counts.failed === 1 && counts.deferred === 1;
  });
  // What the sender does every second.
  await createMailCountStore(server.core.database).countNoted(100);
  return campaignId;
}

const one = async (world: World) => ({ params: { id: await sent(world) } });

export const campaignInsightScenarios = [
  scenario(
    "GET /amplify/campaigns/compare",
    async (world) => ({ input: { query: { ids: await sent(world) } } }),
    ({ json }) =>
      expect(json).toMatchObject([{ recipients: 3, sent: 1, failed: 1, hours: [{ hour: 0, sent: 1 }] }]),
  ),

  scenario(
    "GET /amplify/campaigns/{id}/times",
    async (world) => ({
      input: { ...(await one(world)), query: { by: "day" as const, zone: "Asia/Kathmandu" } },
    }),
    ({ json }) =>
      expect(json).toMatchObject({ by: "day", points: [{ sent: 1 }], sum: { sent: 1, opened: 0 } }),
  ),

  scenario(
    "GET /amplify/campaigns/{id}/breakdown",
    async (world) => ({ input: { ...(await one(world)), query: { by: "domain" as const } } }),
    ({ json }) => expect(json).toMatchObject({ rows: [{ key: "in.test", sent: 1, failed: 1 }], others: 0 }),
  ),

  scenario(
    "GET /amplify/campaigns/{id}/causes",
    async (world) => ({ input: await one(world) }),
    ({ json }) =>
      expect(json).toContainEqual(
        expect.objectContaining({ state: "failed", count: 1, retry: "failed", looked: 1 }),
      ),
  ),

  scenario(
    "GET /amplify/campaigns/{id}/clicks",
    async (world) => ({ input: await one(world) }),
    ({ json }) => {
      expect(json).toMatchObject({ sent: 1, links: [{ url: "https://shop.test/", place: 1, people: 0 }] });
      expect((json as { html: string }).html).toMatch(
        /<a href="https:\/\/shop.test\/"><span style="[^"]+">0<\/span>/,
      );
    },
  ),

  scenario(
    "GET /amplify/campaigns/{id}/picture",
    async (world) => ({ input: { ...(await one(world)), query: { bars: 2 } } }),
    ({ json }) => {
      const { total, order, bars } = json as { total: number; order: string; bars: Record<string, number>[] };
      expect({ total, order, bars: bars.length }).toEqual({ total: 3, order: "list", bars: 2 });
      const sums = bars.flatMap((bar) => Object.entries(bar)).sort();
      expect(sums).toEqual([
        ["failed", 1],
        ["sent", 1],
        ["waiting", 1],
      ]);
    },
  ),

  scenario(
    "GET /amplify/campaigns/{id}/deliveries.csv",
    async (world) => ({ input: await one(world) }),
    ({ text, response }) => {
      expect(response.headers.get("content-disposition")).toContain("deliveries.csv");
      const lines = text.trim().split("\r\n");
      expect(lines).toHaveLength(4);
      expect(lines[0]).toContain("Email,State,Reason or reply");
      expect(text).toContain("bounce-insight@in.test,failed");
    },
  ),
];
