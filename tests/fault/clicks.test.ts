import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLinkStore } from "../../db/stores/tracking/links.ts";
import { storeLinks } from "../support/campaigns/storeLinks.ts";
import { startServe } from "../support/server/serveProcess.ts";
import { startTestServer, type TestServer } from "../support/server/testServer.ts";
import { sentDelivery } from "../support/smtp/deliveries.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "amplify-clicks-"));
const url = "https://shop.test/";
const workspaceId = "u1";
const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36" };
const ask = (address: string) => fetch(address, { redirect: "manual", headers: browser });

let path = "";
let campaignId = "";

/** One mail, sent before anything is counted as too soon, whose one link is at `path`. */
async function prepare(server: TestServer): Promise<void> {
  const { core } = server;
  const delivery = await sentDelivery(core, { workspaceId });
  campaignId = delivery.campaignId;
  await core.database.atomically((write) => ({
    changed: write.update(core.database.tables.deliveries).set({ sentAt: 0 }),
  }));
  await storeLinks(core.database, [{ id: "link", campaignId, workspaceId, position: 0, url }]);
  path = `/c/${core.secrets.sign("click", delivery.id)}.link`;
}

const open = () => startTestServer({ AMPLIFY_DATA: join(folder, "data") });
const countsIn = async ({ core }: TestServer) => {
  const [counts] = await createLinkStore(core.database).countsOf({ workspaceId, campaignId, countMax: 1 });
  return counts;
};

beforeAll(async () => {
  const server = await open();
  await prepare(server);
  await server.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("after kill -9 every click that was led on is counted, and no more than were made", async () => {
  let [asked, ledOn] = [0, 0];
  for (let kill = 1; kill <= 5; kill += 1) {
    const process = await startServe({ folder, smtpPort: 9 });
    const clicking = Array.from({ length: 8 }, async () => {
      for (;;) {
        asked += 1;
        const answer = await ask(process.line + path).catch(() => null);
        if (answer === null) return;
        expect(answer.headers.get("location")).toBe(url);
        ledOn += 1;
      }
    });
    const enough = kill * 40;
    await until(() => ledOn >= enough);
    await process.kill();
    await Promise.all(clicking);
  }
  const server = await open();
  const counts = await countsIn(server);
  await server.close();
  expect(counts?.people).toBe(1);
  expect(counts?.clicks).toBeGreaterThanOrEqual(ledOn);
  expect(counts?.clicks).toBeLessThanOrEqual(asked);
});

test("while another process holds the database a click leads on, and is counted once that lets go", async () => {
  const server = await open();
  const before = (await countsIn(server))?.clicks ?? 0;
  const other = new Database(join(folder, "data/amplify.db"));
  other.exec("BEGIN IMMEDIATE");
  const answer = await ask(server.url + path);
  expect(answer.headers.get("location")).toBe(url);
  expect((await countsIn(server))?.clicks).toBe(before);
  other.exec("ROLLBACK");
  other.close();
  await until(async () => (await countsIn(server))?.clicks === before + 1);
  await server.close();
});
