import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../contract/client.ts";
import { fillWithLeads, sendToAll, startServe } from "../support/server/serveProcess.ts";
import type { StartedProcess } from "../support/server/startProcess.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";
import { until } from "../support/until.ts";

const leadCount = 300;
let folder = "";
let smtp: ScriptedSmtp;
let servers: StartedProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-processes-"));
  smtp = await startScriptedSmtp({ dot: { reply: "250 2.0.0 Ok", delayMs: 10 } });
});
afterEach(async () => {
  for (const server of servers) await server.kill();
  servers = [];
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(): Promise<StartedProcess> {
  const server = await startServe({ folder, smtpPort: smtp.port });
  servers.push(server);
  return server;
}

const campaignOf = (client: Client, id: string) => client("GET /amplify/campaigns/{id}", { params: { id } });

function untilFinished(client: Client, id: string): Promise<void> {
  return until(async () => (await campaignOf(client, id)).state === "finished", 30_000);
}

function expectEachOnce(): void {
  const recipients = smtp.accepted.flatMap((mail) => mail.to);
  expect(recipients).toHaveLength(leadCount);
  expect(new Set(recipients).size).toBe(leadCount);
}

describe("a server that is told to stop", () => {
  test("in mid-send ends what is under way, exits 0, and goes on after a start with nobody uncertain", async () => {
    const first = await serve();
    const token = await fillWithLeads(first.line, leadCount);
    const id = await sendToAll(createClient({ base: first.line, token }), "Half");
    await smtp.until(() => smtp.acceptedCount() > 60);
    expect(await first.end()).toBe(0);
    expect(smtp.acceptedCount()).toBeLessThan(leadCount);

    const second = await serve();
    const client = createClient({ base: second.line, token });
    await untilFinished(client, id);
    const { counts } = await campaignOf(client, id);
    expect(counts).toMatchObject({ sent: leadCount, uncertain: 0, failed: 0 });
    expectEachOnce();
  }, 60_000);
});

describe("two servers over one database", () => {
  test("send each mail once, whichever of them was asked, and the second takes over when the first dies", async () => {
    const first = await serve();
    const token = await fillWithLeads(first.line, leadCount);
    const second = await serve();
    const client = createClient({ base: second.line, token });
    const id = await sendToAll(client, "From the second");
    await smtp.until(() => smtp.acceptedCount() > 60);
    await first.kill();
    await untilFinished(client, id);
    const { counts } = await campaignOf(client, id);
    expect(counts.sent + counts.uncertain).toBe(leadCount);
    const recipients = smtp.accepted.flatMap((mail) => mail.to);
    expect(new Set(recipients).size).toBe(recipients.length);
    expect(recipients.length).toBeGreaterThanOrEqual(counts.sent);
  }, 60_000);
});
