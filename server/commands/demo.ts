import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { adminTexts } from "../../contract/texts/terminal/admin.ts";
import { boot, type Running } from "../boot.ts";
import { faultInWords } from "../core/faultInWords.ts";
import { inTexts } from "../core/inWords.ts";
import { version } from "../core/version.ts";
import { logUnhandled } from "../log/logUnhandled.ts";
import { stopOnSignal } from "../main.ts";
import { readSettings } from "../settings/settings.ts";
import { demoCollections, demoLeads } from "./demoLeads.ts";
import { demoTemplates } from "./demoTemplates.ts";
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
    logUnhandled(running.core.log);
    stopOnSignal(() => running.close());
    const person = await fill(running);
    printExactly(inTexts(adminTexts).demo.ready({ version, url: running.url, ...person }));
  } catch (error) {
    printNote(faultInWords(error));
    process.exit(1);
  }
}

/** Fills the installation by the calls that anybody could make. */
async function fill({ listeningOn }: Running): Promise<{ email: string; password: string }> {
  const person = { email: "demo@amplify.example", password: newPassword() };
  const visitor = createClient({ base: listeningOn });
  await visitor("POST /amplify/auth/signup", { body: { ...person, firstName: "Robin", lastName: "Hale" } });
  const { token } = await visitor("POST /amplify/auth/login", {
    body: { username: person.email, password: person.password },
  });
  const client = createClient({ base: listeningOn, token });
  for (const name of demoCollections) await client("POST /amplify/collections", { body: { name } });
  await client("POST /amplify/leads/bulk", { body: { leads: demoLeads } });
  for (const body of demoTemplates) await client("POST /templates", { body });
  const appEmail = "robin@harbour-studio.example";
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail, alias: `Robin <${appEmail}>` },
  });
  return person;
}

/** Another one each time: a demo may listen to a whole network, and a password everybody knows is none. */
function newPassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz";
  const word = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("");
  return `Demo-${word}-${randomInt(10, 100)}`;
}
