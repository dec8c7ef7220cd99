import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { askServed } from "../../support/db/askServed.ts";
import { forgetDatabaseOf } from "../../support/postgres/testDatabases.ts";
import { fillWithLeads, startServe } from "../../support/server/serveProcess.ts";
import { startProcess } from "../../support/server/startProcess.ts";
import { until } from "../../support/until.ts";

/** Three slices. */
const rowCount = 2 * leadLimits.writeBatch + 7;

test("a server killed while it puts failed mails back has put all of them back after its start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-moves-"));
  const smtp = await startProcess(
    [process.execPath, join(import.meta.dir, "../../support/smtp/scriptedSmtp.ts")],
    /listening (\d+)/,
  );
  const data = join(folder, "data");
  const serve = () => startServe({ folder, smtpPort: smtp.line });
  let server = await serve();
  try {
    const token = await fillWithLeads(server.line, 1);
    await server.kill();
    const id = await addFailed(data);
    server = await serve();
    const retry = createClient({ base: server.line, token })("POST /amplify/campaigns/{id}/retry", {
      params: { id },
      body: { states: ["failed"] },
    });
    retry.catch(() => {});
    await until(() => isBegun(data, id));
    await server.kill();
    server = await serve();
    const campaign = await createClient({ base: server.line, token })("GET /amplify/campaigns/{id}", {
      params: { id },
    });
    expect([campaign.state, campaign.counts.failed, campaign.total]).toEqual(["running", 0, rowCount]);
  } finally {
    await server.kill();
    await smtp.end();
    rmSync(folder, { recursive: true, force: true });
    await forgetDatabaseOf(data);
  }
}, 150_000);

/** A finished campaign of the one account there is, of which every mail failed. */
async function addFailed(data: string): Promise<string> {
  const id = "failed";
  await askServed(
    data,
    `INSERT INTO campaigns (id, "workspaceId", "credentialId", provider, "fromAlias", "fromEmail", subject, state,
       "trackOpens", "requestKey", total, accepted, "createdAt", "finishedAt", "planId")
     SELECT '${id}', "workspaceId", id, provider, alias, "appEmail", 'Again', 'finished', false, '${id}', ${rowCount},
       ${rowCount}, 1, 2, '${id}' FROM credentials`,
  );
  await askServed(
    data,
    `INSERT INTO "campaignPlans" (id, "workspaceId", name, kind, state, "createdAt", "updatedAt", "startedAt")
     SELECT id, "workspaceId", subject, 'once', 'started', 1, 1, 1 FROM campaigns WHERE id = '${id}'`,
  );
  await askServed(
    data,
    `INSERT INTO "campaignContents" ("campaignId", "workspaceId", html) SELECT id, "workspaceId", '<p>Hi</p>' FROM campaigns WHERE id = '${id}'`,
  );
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rowCount - 1})`;
  await askServed(
    data,
    `${numbers}
     INSERT INTO leads (id, "workspaceId", email, "firstName", "lastName", phone, "searchText", "emailHash", optout,
       "emailCount", "openedCount", "createdAt", "updatedAt")
     SELECT 'l' || n, "workspaceId", n || '@in.test', '', '', '', '', '', false, 0, 0, 1, 1
     FROM campaigns, numbers WHERE campaigns.id = '${id}'`,
  );
  await askServed(
    data,
    `${numbers}
     INSERT INTO deliveries (id, "campaignId", "workspaceId", "leadId", email, state, attempts, "dueAt", "firstTriedAt")
     SELECT '${id}-' || n, '${id}', "workspaceId", 'l' || n, n || '@in.test', 'failed', 1, 1, 1
     FROM campaigns, numbers WHERE id = '${id}'`,
  );
  return id;
}

/** Whether some mails are back in the queue, as another process sees it. */
async function isBegun(data: string, id: string): Promise<boolean> {
  const begun = `SELECT id FROM deliveries WHERE "campaignId" = '${id}' AND state <> 'failed' LIMIT 1`;
  return (await askServed(data, begun)).length > 0;
}
