import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "bun";
import { startProcess } from "../server/startProcess.ts";
import { startScriptedSmtp } from "../smtp/scriptedSmtp.ts";
import { until } from "../until.ts";
import { type Caller, caller, type Json } from "./caller.ts";
import { corpusEnvironment, corpusPerson, smtpSender } from "./corpus.ts";
import { fillWhatIsNew } from "./fillWhatIsNew.ts";

/**
 * Adds one small database to the corpus: that of a version of Amplify which somebody may have worked with.
 *
 *   bun tests/support/corpus/write.ts NAME [FOLDER]
 *
 * FOLDER is a checkout of that version with its packages installed; left out, it is this one. Everything goes over
 * HTTP in requests that every version has understood, so nothing is imported from the one or the other; what came
 * later is left out where a version does not know it.
 */
async function write({ name, program }: { name: string; program: string }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-corpus-"));
  const smtp = await startScriptedSmtp();
  try {
    const server = await startProcess(
      [process.execPath, join(resolve(program), "amplify.ts"), "serve"],
      /is ready on (\S+)/,
      { PORT: "0", ...corpusEnvironment({ folder, smtpPort: smtp.port }) },
    );
    await fill(server.line, () => grantPlan({ program, folder, smtpPort: smtp.port })).finally(() =>
      server.end(),
    );
    const copy = join(folder, "copy.db");
    const database = new Database(join(folder, "amplify.db"));
    database.query("VACUUM INTO ?").run(copy);
    database.close();
    const file = join(import.meta.dir, `${name}.db.gz`);
    writeFileSync(file, gzipSync(await Bun.file(copy).bytes(), { level: 9 }));
    console.log(`${file} is written: ${Math.ceil(Bun.file(file).size / 1024)} kB`);
  } finally {
    await smtp.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The API comes with a plan, which is given on the server. */
async function grantPlan({ program, ...environment }: { program: string; folder: string; smtpPort: number }) {
  const grant = ["users", "grant", corpusPerson.email, "--plan", "enterprise"];
  const granting = Bun.spawn([process.execPath, join(resolve(program), "amplify.ts"), ...grant], {
    env: { ...process.env, ...corpusEnvironment(environment) },
  });
  if ((await granting.exited) !== 0) throw new Error("The plan could not be granted");
}

/** A person who has done a little of everything. */
async function fill(base: string, grant: () => Promise<void>): Promise<void> {
  const call = caller(base);
  const { email, password } = corpusPerson;
  await call("POST /amplify/auth/signup", { email, password, firstName: "Ada", lastName: "Lovelace" });
  call.token = String((await call("POST /amplify/auth/login", { username: email, password })).token);
  await addLeads(call);
  await addTemplates(call);
  await addAccounts(call);
  await importFile(call);
  await sendToSandbox(call);
  await leavePaused(call);
  await fillWhatIsNew(call, grant);
}

async function addLeads(call: Caller): Promise<void> {
  for (const collection of ["spring", "news"]) await call("POST /amplify/collections", { name: collection });
  const lead = (firstName: string, at: string, collection: string[]) => ({
    firstName,
    lastName: "Lead",
    email: `${firstName.toLowerCase()}@${at}`,
    phone: "+49 30 1234",
    collection,
  });
  const leads = [
    lead("Ann", "in.test", ["spring"]),
    lead("Ben", "in.test", ["spring", "news"]),
    lead("Cleo", "in.test", ["news"]),
    lead("Dora", "in.test", []),
    lead("Una", "münchen.test", ["spring"]),
  ];
  await call("POST /amplify/leads/bulk", { leads });
  const dora = (await leadsOf(call)).find(({ firstName }) => firstName === "Dora");
  await call(`PUT /amplify/leads/${dora?._id}`, { ...dora, optout: true });
}

/** A list, or a page of one: versions have differed. */
async function leadsOf(call: Caller): Promise<Json[]> {
  const answer: unknown = await call("GET /amplify/leads");
  return (Array.isArray(answer) ? answer : (answer as { items: Json[] }).items) as Json[];
}

const html = '<p>Hello {{firstName|there}}, see <a href="https://example.com/spring">our spring</a>.</p>';

async function addTemplates(call: Caller): Promise<void> {
  const made = await call("POST /templates", { name: "Spring", design: {}, html });
  await call(`PUT /templates/${made._id}`, { name: "Spring news", design: {}, html: `${html}<p>Soon.</p>` });
}

async function addAccounts(call: Caller): Promise<void> {
  await call("POST /amplify/auth/credentials", {
    provider: "sandbox",
    appEmail: "ada@sandbox.test",
    alias: "Ada <ada@sandbox.test>",
  });
  await call("POST /amplify/auth/credentials", {
    provider: "google",
    appEmail: smtpSender.email,
    appPassword: smtpSender.password,
    alias: `Ada <${smtpSender.email}>`,
    gapMs: 60_000,
  });
}

/** The oldest versions have no imports. */
async function importFile(call: Caller): Promise<void> {
  const csv = "First name,Last name,Email,Unsubscribed\nIda,File,ida@in.test,\nOlaf,File,olaf@in.test,yes\n";
  const job = await call.bytes("POST /amplify/imports?name=leads.csv", csv);
  if (job === null) return;
  await call(`POST /amplify/imports/${job._id}/start`, {
    columns: job.guess,
    collection: "news",
    existing: "update",
  });
  await until(async () => (await call(`GET /amplify/imports/${job._id}`)).state === "done");
}

/** A finished campaign, a link that was followed, and somebody who unsubscribed by the mail's own link. */
async function sendToSandbox(call: Caller): Promise<void> {
  const { campaignId } = await call("POST /email/send", {
    subject: "Spring for {{firstName}}",
    html,
    from: "ada@sandbox.test",
    collection: "spring",
  });
  await untilCampaign(call, campaignId, ({ state }) => state === "finished");
  const { items } = (await call("GET /amplify/sandbox/mails")) as { items: Json[] };
  const toBen = items.find(({ to }) => to === "ben@in.test");
  const raw = await call.text(`/amplify/sandbox/mails/${toBen?._id}`);
  const [, token = ""] = /^List-Unsubscribe:\s*<[^>]*\/u\/([^>]+)>/im.exec(raw) ?? [];
  await call.form(`/u/${token}`, "List-Unsubscribe=One-Click");
}

/** One mail of it has gone out; the others wait for whoever opens this data next. */
async function leavePaused(call: Caller): Promise<void> {
  const { campaignId } = await call("POST /email/send", {
    subject: "To everybody",
    html,
    from: smtpSender.email,
    collection: "all",
  });
  await untilCampaign(call, campaignId, ({ counts }) => (counts as { sent: number }).sent === 1);
  await call(`POST /amplify/campaigns/${campaignId}/pause`);
  await untilCampaign(call, campaignId, ({ state }) => state === "paused");
}

function untilCampaign(call: Caller, id: unknown, fits: (campaign: Json) => boolean): Promise<void> {
  return until(async () => fits(await call(`GET /amplify/campaigns/${id}`)));
}

const [name = "", program = resolve(import.meta.dir, "../../..")] = process.argv.slice(2);
if (!/^\w+$/.test(name)) throw new Error("Usage: bun tests/support/corpus/write.ts NAME [FOLDER]");
await write({ name, program });
