import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { askServed } from "../../support/db/askServed.ts";
import { forgetDatabaseOf, postgresEnvironment } from "../../support/postgres/testDatabases.ts";
import { createMachine, type Machine } from "../../support/server/runCli.ts";
import { startServe } from "../../support/server/serveProcess.ts";
import type { StartedProcess } from "../../support/server/startProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

// A lease has to end, and a machine may be busy; nothing here measures time.
setDefaultTimeout(120_000);

const email = "ada@example.com";
let folder = "";
let data = "";
let smtp: ScriptedSmtp;
let machine: Machine;
let servers: StartedProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-jobs-"));
  data = join(folder, "data");
  smtp = await startScriptedSmtp();
  machine = createMachine({ AMPLIFY_DATA: data, ...(await postgresEnvironment(data)) });
});
afterEach(async () => {
  for (const server of servers) await server.kill();
  servers = [];
  machine.remove();
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
  await forgetDatabaseOf(data);
});

/** A server that mails links to new passwords by the scripted one. */
async function serve(): Promise<StartedProcess> {
  const server = await startServe({
    folder,
    smtpPort: 9,
    environment: {
      AMPLIFY_SYSTEM_SMTP: `smtp://127.0.0.1:${smtp.port}?from=amplify@server.test`,
      AMPLIFY_LOG: "json",
    },
  });
  servers.push(server);
  return server;
}

async function askForLink(base: string): Promise<void> {
  const client = createClient({ base });
  const person = { firstName: "Ada", lastName: "Lovelace", email, password: goodPassword };
  await client("POST /amplify/auth/signup", { body: person });
  await client("POST /amplify/auth/forgot", { body: { email } });
}

type Row = { state: string; holder: string | null; dueAt: number | null; attempts: number; payload: string };

/** The mails that are to be sent. */
const mailJobs = () => jobsOf("systemMail");

/** The jobs of a kind, as the database has them. */
function jobsOf(kind: string): Promise<Row[]> {
  return askServed<Row>(data, `SELECT * FROM jobs WHERE kind = '${kind}'`);
}

const doctor = async () => (await machine.run(["doctor"])).stdout;

test("what a killed server was doing another one takes up, once its lease is over, and it is done once", async () => {
  smtp.script.rcpt = "hang";
  const first = await serve();
  await askForLink(first.line);
  await smtp.until(() => smtp.openConnections() === 1);
  const second = await serve();
  expect(await mailJobs()).toMatchObject([{ state: "running", attempts: 1 }]);
  const [before] = await mailJobs();
  // Neither the address nor the token lies there in clear.
  expect(before?.payload).not.toContain(email);
  expect(before?.payload).not.toContain("#");
  await first.kill();
  delete smtp.script.rcpt;
  await smtp.until(() => smtp.acceptedCount() === 1);
  await until(async () => (await mailJobs()).length === 0);
  expect(smtp.accepted.map(({ to }) => to)).toEqual([[email]]);
  expect(await second.end()).toBe(0);
});

test("a server that is told to stop ends the job that it is at, and begins no other", async () => {
  const reached = Promise.withResolvers<void>();
  smtp.script.dot = () => {
    reached.resolve();
    return { reply: "250 2.0.0 Ok", delayMs: 1_500 };
  };
  const server = await serve();
  await askForLink(server.line);
  await createClient({ base: server.line })("POST /amplify/auth/forgot", { body: { email } });
  await reached.promise;
  expect(await server.end()).toBe(0);
  expect(smtp.acceptedCount()).toBe(1);
  expect(await mailJobs()).toMatchObject([{ state: "queued", attempts: 0, holder: null }]);
});

test("a mail for which the server is down for a while arrives once it is up, once", async () => {
  const { port } = smtp;
  await smtp.close();
  const server = await serve();
  await askForLink(server.line);
  await until(async () => {
    const [job] = await mailJobs();
    return job?.state === "queued" && job.attempts === 1;
  }, 30_000);
  smtp = await startScriptedSmtp({ port });
  await smtp.until(() => smtp.acceptedCount() === 1);
  await until(async () => (await mailJobs()).length === 0);
  expect(await server.end()).toBe(0);
  expect(smtp.accepted.map(({ to }) => to)).toEqual([[email]]);
  expect(server.errorLines().filter((line) => line.includes("is tried again"))).not.toEqual([]);
});

test("a job that has failed is told of by the log and the doctor, without whom it was for, until somebody has it tried again", async () => {
  smtp.script.rcpt = `550 5.1.1 <${email}> unknown`;
  const server = await serve();
  await askForLink(server.line);
  await until(async () => (await mailJobs())[0]?.state === "failed", 30_000);
  const told = await doctor();
  expect(told).toMatch(
    /^look .*The job systemMail \([\w-]+\) has failed after 1 try: mail_refused: .*550 5\.1\.1/m,
  );
  const lines = server.errorLines().filter((line) => line.includes("A job has failed"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", kind: "systemMail", attempt: 1 },
  ]);
  expect(lines.join() + told).not.toContain(email);

  delete smtp.script.rcpt;
  expect((await machine.run(["users", "grant", email, "--role", "admin"])).code).toBe(0);
  const login = { username: email, password: goodPassword };
  const { token } = await createClient({ base: server.line })("POST /amplify/auth/login", { body: login });
  const admin = createClient({ base: server.line, token });
  const { items } = await admin("GET /amplify/admin/jobs", { query: { state: "failed" } });
  expect(items).toMatchObject([{ kind: "systemMail", attempts: 1, state: "failed" }]);
  await admin("POST /amplify/admin/jobs/{id}/retry", { params: { id: items[0]?._id ?? "" } });
  await smtp.until(() => smtp.acceptedCount() === 1);
  await until(async () => (await mailJobs()).length === 0);
  expect(await doctor()).not.toContain("has failed");
});

test("the doctor tells of jobs that no server does", async () => {
  const server = await serve();
  // What comes back by itself was done at the start, and waits for its next time.
  const isWaiting = ({ state, dueAt }: Row) => state === "queued" && (dueAt ?? 0) > Date.now();
  for (const kind of ["forgetLeads", "forgetJobs"])
    await until(async () => (await jobsOf(kind)).some(isWaiting));
  expect(await server.end()).toBe(0);
  expect(await doctor()).not.toMatch(/jobs? \(/);
  const past = Date.now() - 3_600_000;
  for (const set of [
    `"dueAt" = ${past} WHERE kind = 'forgetLeads'`,
    `state = 'running', "dueAt" = NULL, "leaseUntil" = ${past} WHERE kind = 'forgetJobs'`,
  ])
    await askServed(data, `UPDATE jobs SET ${set}`);
  const told = await doctor();
  expect(told).toMatch(/^look .*1 job \(forgetLeads\) should have begun long ago/m);
  expect(told).toMatch(/^look .*1 job \(forgetJobs\) lost the server/m);
});
