import { expect, test } from "bun:test";
import { createClient } from "../../../contract/client.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { drafted } from "../../support/campaigns/drafted.ts";
import { fillWithLeads } from "../../support/server/serveProcess.ts";
import { killableServer } from "../../support/smtp/killableServer.ts";
import { until } from "../../support/until.ts";

const killCount = 5;
const leadCount = 4_000;
const { serve, accepted } = killableServer("killed-start");

/** What was begun and not ended is nobody's to see: until all of it is there, a campaign has no mails. */
function expectWholeOrNothing({ state, total, counts }: Campaign): void {
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(total).toBe(state === "starting" ? 0 : leadCount);
}

test("a start that is killed at random moments is whole in the end, with nothing half and nobody twice", async () => {
  let server = await serve();
  const token = await fillWithLeads(server.line, leadCount);
  const clientOf = () => createClient({ base: server.line, token });
  const plan = await drafted({ person: { client: clientOf() } } as Parameters<typeof drafted>[0]);
  const params = { id: plan._id };
  await clientOf()("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
  let campaign: Campaign;
  for (let kills = 0; kills < killCount; kills++) {
    await Bun.sleep(Math.random() * 250);
    await server.kill();
    server = await serve();
    campaign = (await clientOf()("GET /amplify/campaigns/{id}", { params })) as Campaign;
    expectWholeOrNothing(campaign);
  }
  await until(async () => {
    campaign = (await clientOf()("GET /amplify/campaigns/{id}", { params })) as Campaign;
    return campaign.state === "finished";
  }, 120_000);
  campaign = (await clientOf()("GET /amplify/campaigns/{id}", { params })) as Campaign;
  expectWholeOrNothing(campaign);
  await server.end();

  const taken = accepted();
  const recipients = taken.map((line) => line.split("\t")[1] ?? "");
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients.length).toBeGreaterThanOrEqual(campaign.counts.sent);
  expect(recipients.length).toBeLessThanOrEqual(campaign.counts.sent + campaign.counts.uncertain);
}, 300_000);
