import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { campaignLimits } from "../../contract/limits/campaigns.ts";
import { drafted, step } from "../support/campaigns/drafted.ts";
import { askServed } from "../support/db/askServed.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { fillWithLeads, startServe } from "../support/server/serveProcess.ts";
import type { StartedProcess } from "../support/server/startProcess.ts";
import { goodPassword } from "../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(180_000);

const leadCount = 12;
let folder = "";
let smtp: ScriptedSmtp;
let machine: Machine;
let server: StartedProcess | null = null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-restored-steps-"));
  smtp = await startScriptedSmtp();
  machine = createMachine({ AMPLIFY_DATA: join(folder, "data") });
});
afterAll(async () => {
  await server?.kill();
  machine.remove();
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(): Promise<string> {
  server = await startServe({ folder, smtpPort: smtp.port });
  return server.line;
}

async function stop(): Promise<void> {
  expect(await server?.end()).toBe(0);
  server = null;
}
test("what was planned, or was between two mails, when the backup was made mails nobody twice after a restore", async () => {
  const base = await serve();
  const token = await fillWithLeads(base, leadCount);
  const client = createClient({ base, token });
  const ask = (sql: string) => askServed(join(folder, "data"), sql);
  const begun = async (draft: Parameters<typeof drafted>[1]) => {
    const plan = await drafted({ person: { client } } as Parameters<typeof drafted>[0], draft);
    await client("POST /amplify/campaigns/{id}/start", {
      params: { id: plan._id },
      body: { version: plan.version },
    });
    return plan._id;
  };
  await begun({ name: "Steps", kind: "sequence", steps: [step("one", 0), step("two", 0)] });
  await smtp.until(() => smtp.acceptedCount() === leadCount);
  const later = await begun({ name: "Later", holdSeconds: 600 });
  await begun({ name: "Soon", holdSeconds: 10 });
  const file = join(folder, "between.db");
  expect((await machine.run(["backup", file])).code).toBe(0);

  await smtp.until(() => smtp.acceptedCount() === 2 * leadCount);
  await ask(`UPDATE enrolments SET "dueAt" = "dueAt" - ${campaignLimits.unsentLookMs}`);
  await smtp.until(() => smtp.acceptedCount() === 3 * leadCount);
  await until(async () => {
    const campaigns = await client("GET /amplify/campaigns");
    return campaigns.every(({ counts }) => counts.sending + counts.queued === 0);
  });
  await stop();
  // Somebody has opened both mails of the steps: what is taken over counts no open twice.
  const both = '(SELECT id FROM deliveries ORDER BY "leadId", id LIMIT 2)';
  await ask(`UPDATE deliveries SET "openedAt" = 60001 WHERE id IN ${both}`);
  await ask(
    `UPDATE leads SET "openedCount" = 2 WHERE id IN (SELECT "leadId" FROM deliveries WHERE "openedAt" > 0)`,
  );
  const opens = () =>
    ask(`SELECT (SELECT sum("openedCount") FROM leads) AS leads, (SELECT sum(opened) FROM "campaignTimes") AS times,
      (SELECT count(*) FROM deliveries WHERE "openedAt" = 60001) AS mails`);

  const back = await machine.run(["restore", file]);
  expect(back).toMatchObject({ code: 0, stderr: "" });
  expect(back.stdout).toContain("carried over: 24 sent, 0 uncertain, 0 failed");
  expect(back.stdout).toContain("2 campaigns are paused. Resumed, they mail nobody again");
  expect(back.stdout).not.toContain("begun after the backup");
  expect((await machine.run(["doctor"])).stdout).not.toMatch(/^wrong/m);
  expect(await opens()).toEqual([{ leads: 2, times: 2, mails: 2 }]);

  const again = await serve();
  const body = { username: "ada@example.com", password: goodPassword };
  const signedIn = await createClient({ base: again })("POST /amplify/auth/login", { body });
  const restored = createClient({ base: again, token: signedIn.token });
  for (const { _id, state } of await restored("GET /amplify/campaigns"))
    if (state === "paused" && _id !== later)
      await restored("POST /amplify/campaigns/{id}/resume", { params: { id: _id } });
  await until(async () => {
    await ask(`UPDATE enrolments SET "dueAt" = "dueAt" - ${campaignLimits.unsentLookMs}`);
    const campaigns = await restored("GET /amplify/campaigns");
    return campaigns.every(({ _id, state }) => state === (_id === later ? "paused" : "finished"));
  }, 60_000);
  expect(smtp.acceptedCount()).toBe(3 * leadCount);
  await restored("POST /amplify/campaigns/{id}/resume", { params: { id: later } });
  await smtp.until(() => smtp.acceptedCount() === 4 * leadCount);
  await stop();

  // Whom a campaign has mailed is known to nobody once it is deleted.
  await ask(`DELETE FROM "campaignPlans" WHERE id = '${later}'`);
  expect((await machine.run(["restore", file])).stdout).toContain("Look before you resume");
});
