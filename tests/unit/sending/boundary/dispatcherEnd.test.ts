import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { composeSender } from "../../../../server/compose/sender.ts";
import { type Installation, openInstallation } from "../../../../server/installation.ts";
import { readSettings } from "../../../../server/settings/settings.ts";

let folder = "";
let lines: string[] = [];
let installation: Installation;
const settingsHere = () => readSettings({ AMPLIFY_DATA: folder, PUBLIC_URL: "http://localhost:8000" });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-end-"));
  lines = [];
  installation = await openInstallation(settingsHere(), { writeLog: (line) => void lines.push(line) });
});
afterEach(async () => {
  await installation.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A sender that has asked its database for the right to send, and how the database answers. */
function asking() {
  const asked = Promise.withResolvers<boolean>();
  const { core } = installation;
  const database = { ...core.database, becomeSender: () => asked.promise };
  const settings = { ...settingsHere(), publicUrl: "http://localhost:8000" };
  const sender = composeSender({
    core: { ...core, database, settings },
    events: { publish() {}, accountChanged() {}, tried() {} },
  });
  return { sender, started: sender.start(), closed: () => asked.reject(new Error("the pool was ended")) };
}

test("a look at the campaigns that the end of the process cuts off is no fault in the log", async () => {
  const { sender, started, closed } = asking();
  await sender.stop();
  closed();
  await started;
  expect(lines).toEqual([]);
});

test("a look that fails while it sends is one", async () => {
  const { sender, started, closed } = asking();
  closed();
  await started;
  expect(lines).toEqual([expect.stringContaining("could not read its campaigns")]);
  await sender.stop();
});
