import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { type Client, createClient } from "../../contract/client.ts";
import { providers } from "../../contract/sending/providers.ts";
import { boot, type Running } from "../../server/boot.ts";
import { spawnSender } from "../../server/compose/senderThread.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { fillWithLeads, sendToAll } from "../support/server/serveProcess.ts";
import { type StartedProcess, startProcess } from "../support/server/startProcess.ts";
import { until } from "../support/until.ts";

const leadCount = 400;
let folder = "";
let smtp: StartedProcess;
let running: Running;
let threads: Worker[] = [];
let logged: string[] = [];
let client: Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-thread-"));
  const server = join(import.meta.dir, "../support/smtp/scriptedSmtp.ts");
  smtp = await startProcess(
    [process.execPath, server, "--accept-log", join(folder, "accepted.txt")],
    /listening (\d+)/,
  );
  threads = [];
  logged = [];
  const settings = readSettings({
    PORT: "0",
    AMPLIFY_DATA: join(folder, "data"),
    AMPLIFY_PLANS: "off",
    AMPLIFY_RATE_LIMITS: "off",
    AMPLIFY_LOG: "json",
    AMPLIFY_METRICS_TOKEN: "m".repeat(40),
    AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.line}`,
  });
  running = await boot(settings, {
    site: { assets: [], registry: new Map() },
    writeLog: (line) => logged.push(line),
    passwordCosts: { memoryKib: 8, passes: 1 },
    spawnSender: () => {
      const thread = spawnSender();
      threads.push(thread);
      return thread;
    },
  });
  client = createClient({ base: running.url, token: await fillWithLeads(running.url, leadCount) });
});
afterEach(async () => {
  await running.close();
  await smtp.end();
  rmSync(folder, { recursive: true, force: true });
});

const accepted = () =>
  readFileSync(join(folder, "accepted.txt"), { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean);
const campaignOf = (id: string) => client("GET /amplify/campaigns/{id}", { params: { id } });
const finished = (id: string) => until(async () => (await campaignOf(id)).state === "finished", 60_000);

test("a sender's thread that ends in mid-send is started anew, and goes on as after a kill", async () => {
  const id = await sendToAll(client, "Half");
  await until(() => accepted().length > 40, 30_000);
  await threads[0]?.terminate();
  // Whoever asks meanwhile is answered.
  expect((await campaignOf(id)).state).toBe("running");
  await finished(id);
  expect(threads).toHaveLength(2);
  const { counts } = await campaignOf(id);
  expect(counts.sent + counts.uncertain).toBe(leadCount);
  expect(counts.uncertain).toBeLessThanOrEqual(providers.smtp.connections);
  const mails = accepted();
  expect(new Set(mails).size).toBe(mails.length);
  expect(mails.length).toBeGreaterThanOrEqual(counts.sent);
  expect(logged.filter((line) => line.includes("The thread that sends has ended"))).toHaveLength(1);
}, 120_000);

test("mails go out while the thread that answers people is busy with one thing", async () => {
  const id = await sendToAll(client, "Meanwhile");
  await until(() => accepted().length > 10, 30_000);
  const before = accepted().length;
  // Nothing else has a turn on this thread until others have gone out.
  const patienceMs = 30_000;
  const from = performance.now();
  while (accepted().length < before + 100 && performance.now() - from < patienceMs);
  expect(accepted().length).toBeGreaterThanOrEqual(before + 100);
  await finished(id);
  expect((await campaignOf(id)).counts).toMatchObject({ sent: leadCount, uncertain: 0 });
}, 120_000);

test("a test mail comes back with its answer, and what was tried is counted", async () => {
  const { message } = await client("POST /email/send/test", { body: { html: "<p>Hi</p>" } });
  expect(message).toBe("Test email sent to ada@example.com");
  const id = await sendToAll(client, "Counted");
  await finished(id);
  const metrics = await fetch(`${running.url}/metrics`, {
    headers: { authorization: `Bearer ${"m".repeat(40)}` },
  });
  expect(await metrics.text()).toContain(`amplify_mail_attempts_total{outcome="sent"} ${leadCount}\n`);
}, 120_000);

test("a send that is accepted while the sender's thread begins anew goes out whole", async () => {
  await threads[0]?.terminate();
  const id = await sendToAll(client, "Accepted meanwhile");
  await finished(id);
  expect((await campaignOf(id)).counts).toMatchObject({ sent: leadCount });
}, 120_000);

test.if(process.platform === "linux")(
  "the thread that sends leaves those who answer people the first turn",
  async () => {
    const id = await sendToAll(client, "Behind");
    await finished(id);
    // The nineteenth field of stat (proc(5)).
    const nicenessOf = (thread: string) =>
      Number(
        readFileSync(`/proc/self/task/${thread}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[16],
      );
    expect(nicenessOf(String(process.pid))).toBe(0);
    expect(readdirSync("/proc/self/task").map(nicenessOf)).toContain(5);
  },
  60_000,
);
