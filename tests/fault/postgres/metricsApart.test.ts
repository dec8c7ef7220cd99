import { expect, test } from "bun:test";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { program } from "../../support/server/program.ts";
import { readOpenMetrics } from "../../support/server/readOpenMetrics.ts";
import { startProcess } from "../../support/server/startProcess.ts";
import { campaignRow, credentialRow } from "../../support/smtp/sendingRows.ts";
import { until } from "../../support/until.ts";

const token = "scrape-0123456789-abcdef";

onPostgres("a process that only sends", (postgres) => {
  async function startSender(environment: Record<string, string>, writeError?: (line: string) => void) {
    const folder = mkdtempSync(join(tmpdir(), "amplify-apart-"));
    const variables = {
      DATABASE_URL: await postgres.copy(),
      AMPLIFY_DATA: folder,
      AMPLIFY_KEY: "5a".repeat(32),
      PUBLIC_URL: "http://amplify.test",
      ...environment,
    };
    const command = [...program, "serve", "--role", "sender"];
    const sender = await startProcess(command, /is ready (.*)\n/, variables, writeError);
    return {
      line: sender.line,
      async end() {
        const code = await sender.end();
        rmSync(folder, { recursive: true, force: true });
        return code;
      },
    };
  }

  test("answers whoever looks after it on a port of its own, and nothing else", async () => {
    const sender = await startSender({ AMPLIFY_METRICS_PORT: "0", AMPLIFY_METRICS_TOKEN: token });
    const url = /on (http:\S+)$/.exec(sender.line)?.[1] ?? "";
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ ok: true });
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    const read = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const families = readOpenMetrics(await read.text());
    expect(families.get("amplify_mail_attempts")?.samples.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0]);
    expect(families.get("amplify_accounts")?.samples).toHaveLength(3);
    for (const path of ["/", "/amplify/campaigns", "/openapi.json"])
      expect((await fetch(url + path)).status).toBe(404);
    expect(await sender.end()).toBe(0);
  }, 60_000);

  test("whose port another program has names its setting, and has taken up no account", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const url = await postgres.copy();
    const database = await postgres.open(url);
    const row = campaignRow({ id: "one", credentialId: "account", requestKey: "one", state: "running" });
    await database.atomically((write) => ({
      account: write.insert(database.tables.credentials).values(credentialRow({ id: "account" })),
      campaign: write.insert(database.tables.campaigns).values(row),
    }));
    const said: string[] = [];
    const started = startSender(
      { DATABASE_URL: url, AMPLIFY_METRICS_PORT: String(port) },
      (line) => void said.push(line),
    );
    await expect(started).rejects.toThrow("ended before it was ready");
    taken.close();
    await until(() => said.join("").includes("AMPLIFY_METRICS_PORT and HOST choose another place."));
    expect(await postgres.ask(url, 'SELECT holder FROM "accountLeases"')).toEqual([]);
  }, 60_000);

  test("opens no port unless it is told to", async () => {
    const sender = await startSender({ AMPLIFY_METRICS_TOKEN: token });
    expect(sender.line).toBe("as sender");
    expect(await sender.end()).toBe(0);
  }, 60_000);
});
