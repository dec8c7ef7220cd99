import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { askServed } from "../../support/db/askServed.ts";
import { fillWithLeads, sendToAll, startServe } from "../../support/server/serveProcess.ts";
import type { StartedProcess } from "../../support/server/startProcess.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

/** A relay has as many as any server that is named. */
const { connections } = providers.smtp;
const leadCount = 600;
let folder = "";
let list = "";
let smtp: ScriptedSmtp;
let server: StartedProcess;
let token = "";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-ahead-"));
  list = join(folder, "data", "begun");
  // Slow enough for many to be left when it is killed.
  smtp = await startScriptedSmtp({ dot: { reply: "250 2.0.0 Ok", delayMs: 5 } });
  server = await startServe({ folder, smtpPort: smtp.port });
  token = await fillWithLeads(server.line, leadCount);
});
afterEach(async () => {
  await server.kill();
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

async function campaign(id: string): Promise<Campaign> {
  return createClient({ base: server.line, token })("GET /amplify/campaigns/{id}", { params: { id } });
}

async function claimedCount(): Promise<number> {
  const rows = await askServed<{ sending: number | string }>(
    join(folder, "data"),
    `SELECT sending FROM "campaignCounts"`,
  );
  return Number(rows[0]?.sending ?? 0);
}

/** Kills the server while it has claimed far more than it has connections; answers how much that is. */
async function killAhead(): Promise<{ id: string; claimed: number }> {
  const id = await sendToAll(createClient({ base: server.line, token }), "Ahead");
  await smtp.until(() => smtp.acceptedCount() > 50);
  await until(async () => (await claimedCount()) > 2 * connections + 10, 60_000);
  await server.kill();
  const claimed = await claimedCount();
  expect(claimed).toBeGreaterThan(2 * connections);
  return { id, claimed };
}

async function untilEnded(id: string): Promise<Campaign> {
  server = await startServe({ folder, smtpPort: smtp.port });
  let found = await campaign(id);
  await until(async () => {
    found = await campaign(id);
    return found.state === "finished";
  }, 120_000);
  return found;
}

function expectNobodyTwice(): void {
  const recipients = smtp.accepted.flatMap((mail) => mail.to);
  expect(recipients.length).toBe(new Set(recipients).size);
}

test("killed with many mails claimed ahead, those that were not begun are sent, each once, and one a connection is in doubt", async () => {
  const { id } = await killAhead();
  const { counts } = await untilEnded(id);
  expect(counts.uncertain).toBeLessThanOrEqual(connections);
  expect(counts.sent + counts.uncertain).toBe(leadCount);
  expectNobodyTwice();
  expect(smtp.accepted.length).toBeGreaterThanOrEqual(counts.sent);
  // Each mail was counted for its lead, through the kill.
  const leads = await askServed<{ mails: number | string }>(
    join(folder, "data"),
    'SELECT sum("emailCount") AS mails FROM leads',
  );
  expect(Number(leads[0]?.mails)).toBe(counts.sent);
}, 240_000);

const losses: [string, (text: string) => void][] = [
  ["is gone", () => rmSync(list)],
  ["is of another boot", (text) => writeFileSync(list, text.replace(/^begun \S+/, "begun another-boot"))],
  ["has a torn last line", (text) => writeFileSync(list, text.slice(0, -4))],
];
test.each(losses)(
  "killed with many mails claimed ahead whose list %s, all of them are in doubt",
  async (_, lose) => {
    const { id, claimed } = await killAhead();
    lose(readFileSync(list, "utf8"));
    const { counts } = await untilEnded(id);
    expect(counts.uncertain).toBe(claimed);
    expect(counts.sent + counts.uncertain).toBe(leadCount);
    expectNobodyTwice();
  },
  240_000,
);
