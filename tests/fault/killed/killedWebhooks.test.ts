import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { askServed } from "../../support/db/askServed.ts";
import { forgetDatabaseOf } from "../../support/postgres/testDatabases.ts";
import { startServe } from "../../support/server/serveProcess.ts";
import type { StartedProcess } from "../../support/server/startProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";
import { startReceiver } from "../../support/webhooks/receiver.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "amplify-killed-webhooks-"));
const data = join(folder, "data");
let server: StartedProcess | undefined;
let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined;
afterAll(async () => {
  await server?.kill();
  await receiver?.close();
  rmSync(folder, { recursive: true, force: true });
  await forgetDatabaseOf(data);
});

const start = async () => {
  server = await startServe({ folder, smtpPort: 9, environment: { AMPLIFY_PRIVATE_HOSTS: "on" } });
  return createClient({ base: server.line });
};
const bulk = (round: number) =>
  Array.from({ length: 120 }, (_, index) => ({
    firstName: "Ann",
    lastName: "Lee",
    email: `lead${round}-${index}@in.test`,
  }));

test("a server that is killed again and again loses no event that was committed, and makes none of what was not", async () => {
  receiver = await startReceiver();
  const visitor = await start();
  const email = "ada@example.com";
  const login = { username: email, password: goodPassword };
  await visitor("POST /amplify/auth/signup", {
    body: { firstName: "Ada", lastName: "Lovelace", email, password: goodPassword },
  });
  await askServed(data, `UPDATE "users" SET "status" = 'AMEX'`);
  const { token } = await visitor("POST /amplify/auth/login", { body: login });
  const client = () => createClient({ base: server?.line ?? "", token });
  const { _id: id } = await client()("POST /amplify/api/webhooks", {
    body: { name: "CRM", url: receiver.url, types: ["lead.created"] },
  });
  for (let round = 0; round < 3; round += 1) {
    // Killed while it writes leads, and while it tells of those of before.
    const asked = client()("POST /amplify/leads/bulk", { body: { leads: bulk(round) } }).catch(() => null);
    const before = receiver.took.length;
    if (round % 2 === 0) await asked;
    if (round > 0) await until(() => (receiver?.took.length ?? 0) > before, 60_000);
    await server?.kill();
    await asked;
    await start();
  }
  const counts = async () => (await client()("GET /amplify/api/webhooks/{id}", { params: { id } })).waiting;
  await until(async () => (await counts()) === 0, 120_000);
  const leads = await askServed<{ id: string }>(data, `SELECT "id" FROM "leads" ORDER BY "id"`);
  const told = new Map(
    receiver.took.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body).subject as string]),
  );
  expect(leads.length).toBeGreaterThanOrEqual(240);
  expect([...told.values()].sort()).toEqual(leads.map((lead) => lead.id));
});
