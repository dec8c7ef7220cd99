import { expect, test } from "bun:test";
import { createClient } from "../../contract/client.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import { providers } from "../../contract/sending/providers.ts";
import { fillWithLeads, sendToAll } from "../support/server/serveProcess.ts";
import type { StartedProcess } from "../support/server/startProcess.ts";
import { killableServer } from "../support/smtp/killableServer.ts";
import { until } from "../support/until.ts";

/** A short run unless said: `KILLS=50` is the long one. Each kill is most of all a start, which costs over a second. */
const killCount = Number(process.env.KILLS ?? 15);
const leadCount = 1_000;
const { serve, accepted } = killableServer("kill");
let token = "";

const clientOf = (server: StartedProcess) => createClient({ base: server.line, token });

/** What the ledger says and what the server took must agree: the sum is whole and nobody is there twice. */
function expectWhole(campaign: Campaign, killsSoFar: number): void {
  const { counts, total } = campaign;
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(total).toBe(leadCount);
  expect(counts.uncertain).toBeLessThanOrEqual(killsSoFar * providers.smtp.connections);
  expect(counts.failed).toBe(0);
}

function acceptedByCampaign(): Map<string, string[]> {
  const byMessage = new Map<string, string[]>();
  for (const line of accepted()) {
    const [messageId = "", to = ""] = line.split("\t");
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), to]);
  }
  return byMessage;
}

test(`after ${killCount} kills at random moments the ledger adds up and nobody got a mail twice`, async () => {
  let server = await serve();
  token = await fillWithLeads(server.line, leadCount);
  const finished: Campaign[] = [];
  let kills = 0;
  for (let round = 1; kills < killCount; round += 1) {
    const id = await sendToAll(clientOf(server), `Round ${round}`);
    let killsThisRound = 0;
    let campaign = await clientOf(server)("GET /amplify/campaigns/{id}", { params: { id } });
    while (campaign.state !== "finished" && kills < killCount) {
      await Bun.sleep(Math.random() * 120);
      await server.kill();
      kills += 1;
      killsThisRound += 1;
      server = await serve();
      campaign = await clientOf(server)("GET /amplify/campaigns/{id}", { params: { id } });
      expectWhole(campaign, killsThisRound);
    }
    await until(async () => {
      campaign = await clientOf(server)("GET /amplify/campaigns/{id}", { params: { id } });
      return campaign.state === "finished";
    }, 60_000);
    expectWhole(campaign, killsThisRound);
    expect(campaign.counts.sent + campaign.counts.uncertain).toBe(leadCount);
    finished.push(campaign);
  }
  await server.end();

  const accepted = acceptedByCampaign();
  const twice = [...accepted].filter(([, recipients]) => recipients.length > 1);
  expect(twice).toEqual([]);
  // Everything called sent was taken by the server; only what is called uncertain may be missing or not.
  const sent = finished.reduce((sum, { counts }) => sum + counts.sent, 0);
  const uncertain = finished.reduce((sum, { counts }) => sum + counts.uncertain, 0);
  expect(accepted.size).toBeGreaterThanOrEqual(sent);
  expect(accepted.size).toBeLessThanOrEqual(sent + uncertain);
}, 300_000);
