import { expect, test } from "bun:test";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { dayMs, minuteMs } from "../../../contract/limits/units.ts";
import { drafted } from "../../support/campaigns/drafted.ts";
import { stepOf } from "../../support/campaigns/sequenceWorld.ts";
import { askServed } from "../../support/db/askServed.ts";
import { fillWithLeads } from "../../support/server/serveProcess.ts";
import { killableServer } from "../../support/smtp/killableServer.ts";
import { until } from "../../support/until.ts";

/** Thirty slices of those who are put where the changed steps are. */
const leadCount = 60_000;
const killCount = 4;
const day = dayMs / minuteMs;
const steps = [stepOf("one"), stepOf("two", { delayMinutes: day }), stepOf("three", { delayMinutes: day })];
const between = stepOf("between", { delayMinutes: 3 * day });
const { serve, folder } = killableServer("killed-step-change");
const ask = <Row>(sql: string) => askServed<Row>(join(folder, "data"), sql);

/** Half of them have had the first mail, half the second; their next is due in hours. */
async function fillWithMembers(planId: string, dueAt: number): Promise<void> {
  const named = '"planId", "leadId", "workspaceId", "credentialId", "step", "dueAt"';
  await ask(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${leadCount - 1})
     INSERT INTO enrolments (${named})
     SELECT '${planId}', 'x' || (1000000 + i), "workspaceId", "credentialId", i % 2, ${dueAt}
     FROM n, enrolments e WHERE e."planId" = '${planId}'`,
  );
}

test("changed steps whose applying is killed hold for each lead once, whole or not at all, and for all in the end", async () => {
  let server = await serve();
  const token = await fillWithLeads(server.line, 1);
  const clientOf = () => createClient({ base: server.line, token });
  const { _id: id, version } = await drafted(
    { person: { client: clientOf() } } as Parameters<typeof drafted>[0],
    { kind: "sequence", steps },
  );
  const params = { id };
  await clientOf()("POST /amplify/campaigns/{id}/start", { params, body: { version } });
  await until(async () => (await clientOf()("GET /amplify/campaigns/{id}", { params })).counts.sent === 1);
  await server.kill();
  const dueAt = Date.now() + dayMs / 2;
  await fillWithMembers(id, dueAt);
  server = await serve();

  // It is written first, and then put in force.
  const changed = [steps[0], between, steps[1], steps[2]].filter((step) => step !== undefined);
  const planned = await clientOf()("GET /amplify/campaigns/{id}/plan", { params });
  const next = await clientOf()("PUT /amplify/campaigns/{id}/plan", {
    params,
    body: { version: planned.version, nextSteps: changed },
  });
  await clientOf()("PUT /amplify/campaigns/{id}/mails/{variantId}", {
    params: { id, variantId: "between.a" },
    body: { version: 0, subject: "Between", html: "<p>Hi</p>" },
  });
  await clientOf()("PUT /amplify/campaigns/{id}/plan", {
    params,
    body: { version: next.version, steps: changed, nextSteps: null },
  });

  /** How many stand where the steps are now; each other one stands exactly where it stood. */
  async function applied(): Promise<number> {
    const rows = await ask<{ step: number; dueAt: number; leads: number | string }>(
      `SELECT "step", "dueAt", count(*) AS leads
       FROM enrolments WHERE "leadId" LIKE 'x%' GROUP BY "step", "dueAt"`,
    );
    const known = new Map(
      rows.map(({ step, dueAt: at, leads }) => [`${step} ${Number(at) - dueAt}`, Number(leads)]),
    );
    const countOf = (step: number, laterMs: number) => known.get(`${step} ${laterMs}`) ?? 0;
    const [first, second] = [countOf(0, 2 * dayMs), countOf(2, 0)];
    expect(countOf(0, 0) + first).toBe(leadCount / 2);
    expect(countOf(1, 0) + second).toBe(leadCount / 2);
    return first + second;
  }

  let midway = 0;
  let done = 0;
  for (let kills = 0; kills < killCount && done < leadCount; kills++) {
    const before = done;
    await until(async () => (await applied()) > before, 60_000);
    await Bun.sleep(Math.random() * 20);
    await server.kill();
    done = await applied();
    const [plan] = await ask<{ stepChange: unknown }>(
      `SELECT "stepChange" FROM "campaignPlans" WHERE "id" = '${id}'`,
    );
    expect(plan?.stepChange === null).toBe(done === leadCount);
    if (done < leadCount) midway += 1;
    // A dead worker's jobs are free.
    await ask(`UPDATE jobs SET "dueAt" = "dueAt" - ${minuteMs}, "leaseUntil" = "leaseUntil" - ${minuteMs}`);
    server = await serve();
  }
  expect(midway).toBeGreaterThan(0);
  await until(async () => (await applied()) === leadCount, 60_000);
  await server.end();
}, 180_000);
