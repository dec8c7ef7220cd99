import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import type { Counts } from "../../contract/schemas/campaign.ts";
import { providers } from "../../contract/sending/providers.ts";
import { boot } from "../../server/boot.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { askServed } from "../support/db/askServed.ts";
import { buildDeadly, deadlyAddress, spawnDeadly } from "../support/deadly/deadlyThread.ts";
import { fillWithLeads, sendToAll } from "../support/server/serveProcess.ts";
import { startProcess } from "../support/server/startProcess.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";
import { until } from "../support/until.ts";

const innocentCount = 120;
let folder = "";
let smtp: ScriptedSmtp;
let environment: Record<string, string> = {};

const builtFolder = mkdtempSync(join(tmpdir(), "amplify-deadly-built-"));
let built: Awaited<ReturnType<typeof buildDeadly>>;
beforeAll(async () => {
  built = await buildDeadly(builtFolder);
}, 120_000);
afterAll(() => rmSync(builtFolder, { recursive: true, force: true }));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-deadly-"));
  // Slow enough for others to be on their way when it happens.
  smtp = await startScriptedSmtp({ dot: { reply: "250 2.0.0 Ok", delayMs: 20 } });
  environment = {
    PORT: "0",
    AMPLIFY_DATA: folder,
    AMPLIFY_PLANS: "off",
    AMPLIFY_RATE_LIMITS: "off",
    AMPLIFY_LOG: "json",
    AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.port}`,
  };
});
afterEach(async () => {
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks for a campaign to many, among them the one whose mail ends whoever prepares it. */
async function sendTo(base: string): Promise<void> {
  const token = await fillWithLeads(base, innocentCount / 2);
  const client = createClient({ base, token });
  const others = Array.from({ length: innocentCount / 2 }, (_, nth) => `other${nth}@in.test`);
  const leads = [deadlyAddress, ...others].map((email) => ({ firstName: "An", lastName: "Other", email }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
  await sendToAll(client, "Deadly");
}

async function ledgerNow(): Promise<{ state: string } & Counts> {
  const [row] = await askServed<{ state: string } & Counts>(
    folder,
    'SELECT campaigns.state AS state, "campaignCounts".* FROM campaigns JOIN "campaignCounts" ON "campaignId" = id',
  );
  return row ?? ({ state: "preparing" } as { state: string } & Counts);
}

async function isFinished(): Promise<boolean> {
  return (await ledgerNow()).state === "finished";
}

/** Everybody else was mailed, once; of the one mail it is said that it was set aside, and why. */
async function expectSetAside({ endings }: { endings: number }): Promise<void> {
  const { sent, uncertain, failed, ...counts } = await ledgerNow();
  expect(failed).toBe(1);
  expect(sent + uncertain).toBe(innocentCount);
  expect(uncertain).toBeLessThanOrEqual(endings * providers.google.connections);
  expect(counts).toMatchObject({ queued: 0, sending: 0, deferred: 0, skipped: 0 });
  const aside = await askServed<object>(
    folder,
    `SELECT email, "reasonCode", attempts FROM deliveries WHERE state = 'failed'`,
  );
  expect(aside).toMatchObject([{ email: deadlyAddress, reasonCode: "stops_server" }]);
  const recipients = smtp.accepted.flatMap(({ to }) => to);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients).not.toContain(deadlyAddress);
}

test("a mail at which the process ends is set aside after a few starts, and the others go on, once each", async () => {
  const server = [process.execPath, built.server, built.thread];
  const first = await startProcess(server, /is ready on (\S+)/, environment);
  await sendTo(first.line).catch(() => {});
  let endings = 0;
  for (;;) {
    const child = Bun.spawn(server, {
      env: { ...process.env, ...environment },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    let isOver = false;
    const ended = child.exited.then(() => "ended");
    const finished = until(async () => isOver || (await isFinished()), 240_000).then(() => "finished");
    const which = await Promise.race([ended, finished]);
    isOver = true;
    if (which === "finished") {
      child.kill("SIGTERM");
      await child.exited;
      break;
    }
    expect(child.signalCode).toBe("SIGKILL");
    endings += 1;
    // Else it would go on for ever.
    expect(endings).toBeLessThan(8);
  }
  expect(endings).toBeGreaterThan(1);
  await expectSetAside({ endings: endings + 1 });
}, 480_000);

test("a mail whose preparation never ends is set aside as well, since a thread that answers nothing is ended", async () => {
  const logged: string[] = [];
  const mark = join(folder, "mark");
  let threads = 0;
  let beat: (() => void) | null = null;
  const running = await boot(readSettings(environment), {
    site: { assets: [], registry: new Map() },
    writeLog: (line) => logged.push(line),
    passwordCosts: { memoryKib: 8, passes: 1 },
    spawnSender: () => {
      threads += 1;
      return spawnDeadly(built.thread, "never ends", mark);
    },
    beats: (asked) => {
      beat = asked;
      return () => {
        beat = null;
      };
    },
  });
  const endedIfStuck = async () => {
    if (beat !== null && existsSync(mark)) {
      rmSync(mark);
      for (let nth = 0; nth <= sendLimits.threadBeatsMax; nth += 1) beat();
    }
    return isFinished();
  };
  try {
    await sendTo(running.url);
    await until(endedIfStuck, 400_000);
    await expectSetAside({ endings: threads });
    expect(logged.some((line) => line.includes("answered nothing for too long"))).toBe(true);
  } finally {
    await running.close();
  }
}, 480_000);
