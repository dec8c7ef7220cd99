import { expect, test } from "bun:test";
import { createClient } from "../../../contract/client.ts";
import type { Counts } from "../../../contract/schemas/campaign.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import { drafted } from "../../support/campaigns/drafted.ts";
import { fillWithLeads } from "../../support/server/serveProcess.ts";
import { killableServer } from "../../support/smtp/killableServer.ts";
import { until } from "../../support/until.ts";

const killCount = 4;
const leadCount = 3_000;
const { serve, accepted } = killableServer("killed-advance");

const open = ({ queued, sending, deferred }: Counts) => queued + sending + deferred;

function stepOf(id: string): CampaignStep {
  const variants = [{ id: `${id}.a`, share: 100 }];
  return { id, delayMinutes: 0, condition: { kind: "always" }, sameThread: false, variants, test: null };
}

test("a sequence that is killed while it moves its leads on gives nobody a step twice and forgets nobody", async () => {
  let server = await serve();
  const token = await fillWithLeads(server.line, leadCount);
  const clientOf = () => createClient({ base: server.line, token });
  const sending = { person: { client: clientOf() } } as Parameters<typeof drafted>[0];
  const plan = await drafted(sending, { kind: "sequence", steps: [stepOf("one"), stepOf("two")] });
  const params = { id: plan._id };
  await clientOf()("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
  const parts = () => clientOf()("GET /amplify/campaigns/{id}/parts", { params });
  const secondTotal = async () => (await parts()).find(({ step }) => step === 1)?.total ?? 0;

  let moved = 0;
  for (let kills = 0; kills < killCount; kills++) {
    const before = moved;
    await until(async () => (await secondTotal()) > before, 180_000);
    await Bun.sleep(Math.random() * 150);
    await server.kill();
    server = await serve();
    moved = await secondTotal();
    // What was committed is there, and nobody was moved on beyond it.
    expect(moved).toBeGreaterThan(before);
    expect(moved).toBeLessThanOrEqual(leadCount);
    if (moved === leadCount) break;
  }
  await until(async () => {
    const [first, second] = await parts();
    return open(first?.counts ?? ({ queued: 1 } as Counts)) === 0 && second?.total === first?.counts.sent;
  }, 180_000);
  await until(async () => (await parts()).every(({ counts }) => open(counts) === 0), 120_000);
  const [first, second] = await parts();
  if (first === undefined || second === undefined) throw new Error("there are not two parts");
  await server.end();

  expect(first.total).toBe(leadCount);
  // Whose first mail is uncertain waits for a person; everybody else had the second.
  expect(second.total).toBe(leadCount - first.counts.uncertain);
  const taken = new Map<string, number>();
  for (const line of accepted()) {
    const recipient = line.split("\t")[1] ?? "";
    taken.set(recipient, (taken.get(recipient) ?? 0) + 1);
  }
  expect(Math.max(...taken.values())).toBe(2);
  const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
  const sent = first.counts.sent + second.counts.sent;
  expect(all).toBeGreaterThanOrEqual(sent);
  expect(all).toBeLessThanOrEqual(sent + first.counts.uncertain + second.counts.uncertain);
}, 600_000);
