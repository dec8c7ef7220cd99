import { expect, test } from "bun:test";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import type { Counts } from "../../../contract/schemas/campaign.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import { drafted } from "../../support/campaigns/drafted.ts";
import { letPass } from "../../support/campaigns/letPass.ts";
import { askServed } from "../../support/db/askServed.ts";
import { fillWithLeads } from "../../support/server/serveProcess.ts";
import { killableServer } from "../../support/smtp/killableServer.ts";
import { until } from "../../support/until.ts";

/** While its leads are given the first mail, and while they are given the second. */
const killsPerStep = 3;
const leadCount = 3_000;
const { serve, accepted, folder } = killableServer("killed-advance");

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
  const partOf = async (step: number) => (await parts()).find((part) => part.step === step);
  /** Whose first mail is uncertain waits for a person; everybody else has the second. */
  const wanted = async (step: number) => (step === 0 ? leadCount : ((await partOf(0))?.counts.sent ?? 0));
  const restart = async () => {
    await server.kill();
    await letPass((sql) => askServed(join(folder, "data"), sql), campaignLimits.unsentLookMs);
    server = await serve();
  };

  for (const step of [0, 1]) {
    let moved = 0;
    for (let kills = 0; kills < killsPerStep && moved < (await wanted(step)); kills++) {
      const before = moved;
      await until(async () => ((await partOf(step))?.total ?? 0) > before, 60_000);
      await Bun.sleep(Math.random() * 150);
      await restart();
      moved = (await partOf(step))?.total ?? 0;
      // What was committed is there, and nobody was moved on beyond it.
      expect(moved).toBeGreaterThan(before);
      expect(moved).toBeLessThanOrEqual(leadCount);
    }
    await until(async () => {
      const part = await partOf(step);
      return part !== undefined && part.total === (await wanted(step)) && open(part.counts) === 0;
    }, 60_000);
    if (step === 0) await restart();
  }
  const [first, second] = [await partOf(0), await partOf(1)];
  if (first === undefined || second === undefined) throw new Error("there are not two parts");
  await server.end();

  expect(first.total).toBe(leadCount);
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
}, 300_000);
