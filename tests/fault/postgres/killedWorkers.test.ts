import { expect, setDefaultTimeout, test } from "bun:test";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import type { Counts } from "../../../contract/schemas/campaign.ts";
import { drafted } from "../../support/campaigns/drafted.ts";
import { letPass } from "../../support/campaigns/letPass.ts";
import { stepOf } from "../../support/campaigns/sequenceWorld.ts";
import { fillManyAccounts } from "../../support/postgres/manyAccounts.ts";
import { onPostgres, type RealPostgres } from "../../support/postgres/onPostgres.ts";
import { processGroup } from "../../support/postgres/processGroup.ts";
import { startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

const leadCount = 4_000;
const killsPerStep = 2;

setDefaultTimeout(120_000);

const open = ({ queued, sending, deferred }: Counts) => queued + sending + deferred;

/** Two workers move a sequence on, and one of them, whichever, is killed again and again while they do. */
async function killedWhileMoving(postgres: RealPostgres) {
  const url = await postgres.copy();
  const smtp = await startScriptedSmtp();
  const group = processGroup(url);
  try {
    const [server, ...workers] = await Promise.all([
      group.start("server", "sender"),
      group.start("worker"),
      group.start("worker"),
    ]);
    const { client } = await fillManyAccounts({
      base: server.url,
      smtpPort: smtp.port,
      accountCount: 2,
      leadCount,
    });
    const steps = [stepOf("one"), stepOf("two")];
    const plan = await drafted({ person: { client } } as Parameters<typeof drafted>[0], {
      kind: "sequence",
      steps,
    });
    const params = { id: plan._id };
    await client("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
    const partsOf = async (step: number) =>
      (await client("GET /amplify/campaigns/{id}/parts", { params })).filter((part) => part.step === step);
    const totalOf = async (step: number) => (await partsOf(step)).reduce((sum, { total }) => sum + total, 0);
    const pass = () =>
      letPass((sql) => {
        const [, table = ""] = /^UPDATE (\w+)/.exec(sql) ?? [];
        // Workers go on meanwhile, and take rows in another order than this does.
        return postgres.ask(url, `BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE; ${sql}; COMMIT`);
      }, campaignLimits.unsentLookMs);
    let midway = 0;
    for (const step of [0, 1]) {
      for (let kills = 0; kills < killsPerStep; kills++) {
        const before = await totalOf(step);
        await until(async () => (await totalOf(step)) > Math.min(before, leadCount - 1), 60_000);
        const killed = workers[Math.random() < 0.5 ? 0 : 1];
        await killed?.kill();
        if ((await totalOf(step)) < leadCount) midway += 1;
        // It frees the jobs of the one that lives too, so that two may be at the same sequence for a while.
        await pass();
        await killed?.begin();
      }
      await until(async () => {
        const parts = await partsOf(step);
        return (await totalOf(step)) === leadCount && parts.every(({ counts }) => open(counts) === 0);
      }, 60_000);
      await pass();
    }
    const [doubled] = await postgres.ask<{ count: string }>(
      url,
      'SELECT count(*) AS count FROM enrolments WHERE "step" <> 1',
    );
    return { accepted: smtp.accepted, midway, elsewhere: Number(doubled?.count) };
  } finally {
    await group.close();
    await smtp.close();
  }
}

onPostgres("a sequence on two workers, one of which is killed again and again", (postgres) => {
  test("gives everybody each step once, in their order, and forgets nobody", async () => {
    const { accepted, midway, elsewhere } = await killedWhileMoving(postgres);
    expect(midway).toBeGreaterThan(0);
    expect(elsewhere).toBe(0);
    const taken = Map.groupBy(accepted, ({ to }) => to[0] ?? "");
    expect(taken.size).toBe(leadCount);
    for (const mails of taken.values()) expect(mails).toHaveLength(2);
  });
});
