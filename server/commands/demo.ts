import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileReadily } from "#platform/runtime";
import { type Client, createClient } from "../../contract/client.ts";
import type { Lead } from "../../contract/schemas/lead.ts";
import { adminTexts } from "../../contract/texts/terminal/admin.ts";
import { createUserStore } from "../../db/stores/identity/users.ts";
import { boot, type Running } from "../boot.ts";
import { faultInWords } from "../core/faultInWords.ts";
import { inTexts } from "../core/inWords.ts";
import { version } from "../core/version.ts";
import { logUnhandled } from "../log/logUnhandled.ts";
import { stopOnSignal } from "../main.ts";
import { readSettings } from "../settings/settings.ts";
import { demoCollections } from "./demoLeads.ts";
import { writeDemoPast } from "./demoPast.ts";
import { demoFields, demoPeople, demoSegments } from "./demoPeople.ts";
import { beginDemoPresent } from "./demoPresent.ts";
import { drawDemoTemplates } from "./demoTemplates.ts";
import { printExactly, printNote } from "./print.ts";

/**
 * Serves a full installation over a folder that goes when it ends, with somebody to sign in as, leads,
 * templates and a sandbox account: everything can be tried and no mail leaves the machine.
 */
export async function demo(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-demo-"));
  // However the process ends, short of being killed outright.
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  try {
    const environment = {
      AMPLIFY_PLANS: "off",
      AMPLIFY_SANDBOX: "on",
      AMPLIFY_DATA: folder,
      // Its people are nobody's, so they stay out of the database that others work on.
      DATABASE_URL: undefined,
      AMPLIFY_KEY: undefined,
    };
    const running = await boot(readSettings({ ...process.env, ...environment }));
    compileReadily();
    logUnhandled(running.core.log);
    stopOnSignal(() => running.close());
    const person = await fill(running);
    printExactly(inTexts(adminTexts).demo.ready({ version, url: running.url, ...person }));
  } catch (error) {
    printNote(faultInWords(error));
    process.exit(1);
  }
}

/**
 * Fills the installation by the calls that anybody could make; only what lies behind it, which nobody can have done yet,
 * is written into its tables.
 */
async function fill({ core, listeningOn }: Running): Promise<{ email: string; password: string }> {
  const person = { email: "demo@amplify.example", password: newPassword() };
  const visitor = createClient({ base: listeningOn });
  await visitor("POST /amplify/auth/signup", { body: { ...person, firstName: "Robin", lastName: "Hale" } });
  // More leads than the smallest plan holds, and something to see in every tab.
  await createUserStore(core.database).grant({ email: person.email, status: "AMPR" });
  const { token, uid } = await visitor("POST /amplify/auth/login", {
    body: { username: person.email, password: person.password },
  });
  const client = createClient({ base: listeningOn, token });
  for (const name of demoCollections) await client("POST /amplify/collections", { body: { name } });
  for (const body of demoFields) await client("POST /amplify/fields", { body: body as never });
  await client("POST /amplify/leads/bulk", { body: { leads: demoPeople() } });
  for (const body of demoSegments) await client("POST /amplify/segments", { body });
  const templates = await drawDemoTemplates(core.settings.publicUrl);
  for (const body of Object.values(templates)) await client("POST /templates", { body });
  const host = "harbour-studio.example";
  const appEmail = `robin@${host}`;
  const account = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail, alias: `Robin <${appEmail}>` },
  });
  const post = `post@${host}`;
  const limited = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: post, alias: `Hale <${post}>`, perDay: 40 },
  });
  const leads = await allLeads(client);
  await writeDemoPast({ core, userId: uid, account, leads, html: templates.news.html });
  await beginDemoPresent(client, { first: account, limited, now: core.clock.now(), ...templates });
  await client("PUT /amplify/start", { body: { putAway: true } });
  return person;
}

/** In the order in which they came. */
async function allLeads(client: Client): Promise<Lead[]> {
  const all = await client("GET /amplify/leads");
  return Array.isArray(all) ? all : all.items;
}

/** Another one each time: a demo may listen to a whole network, and a password everybody knows is none. */
function newPassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz";
  const word = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("");
  return `Demo-${word}-${randomInt(10, 100)}`;
}
