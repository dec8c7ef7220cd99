import { Database as SqliteFile } from "bun:sqlite";
import { join } from "node:path";
import type { RequestQuery } from "../contract/schemas/keys.ts";
import type { Database } from "../db/database.ts";
import { openPostgres } from "../db/postgres/open.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { createMailLogStore } from "../db/stores/campaigns/transactional/mailLog.ts";
import { createRequestStore, type RequestRow } from "../db/stores/keys/requests.ts";
import { createWebhookLogStore } from "../db/stores/webhooks/deliveryLog.ts";
import { createRequestLog } from "../server/keys/requests.ts";
import { startPostgres } from "../tests/support/postgres/startPostgres.ts";
import { onServer } from "../tests/support/postgres/testDatabases.ts";
import { keptLog } from "../tests/support/server/keptLog.ts";
import { fillLogs } from "./support/fillLogs.ts";
import { temporaryFolder } from "./support/processes.ts";

/**
 * What a page of a log costs that asks for what is rare in it, and what it costs to write a row down: the requests of
 * keys, what webhooks were told, transactional mails, ROWS of each in one workspace. `bun bench/rareRows.ts [ROWS]
 * [postgres]`.
 */
const rows = Number(process.argv[2] ?? 1_000_000);
const workspaceId = "w";

await (process.argv[3] === "postgres" ? onPostgres() : onSqlite());

async function onSqlite(): Promise<void> {
  const folder = temporaryFolder();
  const database = openDatabase({ folder: folder.path });
  const file = new SqliteFile(join(folder.path, "amplify.db"));
  file.exec("PRAGMA synchronous = OFF");
  await compare(database, (sql) => file.exec(sql));
  file.close();
  await database.close();
  folder.remove();
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres();
  if (server === null) throw new Error("there is no PostgreSQL on this machine");
  await onServer(server.url, "CREATE DATABASE rare");
  const database = await openPostgres({ url: `${server.url}/rare`, hashingFor: () => () => "" });
  await compare(database, async (sql) => void (await onServer(server.url, sql, "rare")));
  await database.close();
  await server.stop();
}

async function compare(database: Database, run: (sql: string) => unknown): Promise<void> {
  await fillLogs({ rows, workspaceId, run });
  // SQLite is told nothing of what its tables hold, here as in an installation.
  if (database.shared !== null) await run("ANALYZE");
  for (const [name, ask] of Object.entries(questions(database))) await measure(name, ask);
  await writeRequests(database);
}

async function measure(name: string, ask: () => Promise<readonly unknown[]>): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let nth = 0; nth < 5; nth += 1) {
    const startedAt = performance.now();
    found = (await ask()).length;
    times.push(performance.now() - startedAt);
  }
  const median = times.toSorted((a, b) => a - b)[2] ?? 0;
  console.log(`${name.padEnd(44)} ${median.toFixed(1).padStart(8)} ms, ${found} found`);
}

function questions(database: Database): Record<string, () => Promise<readonly unknown[]>> {
  const requests = createRequestLog({ database, clock: { now: () => 0 }, log: keptLog().log });
  const log = createWebhookLogStore(database);
  const mails = createMailLogStore(database);
  const request = (query: RequestQuery) => async () => (await requests.page({ workspaceId }, query)).items;
  const told = (asked: object) => () =>
    log.page({ workspaceId, id: "h", before: null, sizeMax: 51, ...asked });
  const every = {
    workspaceId,
    state: null,
    kind: null,
    email: null,
    since: null,
    until: null,
    beforeId: null,
  };
  const mail = (asked: object) => () => mails.pageOf({ ...every, ...asked, countMax: 51 });
  return {
    requests: request({}),
    "requests, 5xx": request({ status: "5xx" }),
    "requests, 4xx": request({ status: "4xx" }),
    "requests, 3xx (none)": request({ status: "3xx" }),
    "requests, 2xx": request({ status: "2xx" }),
    "requests, DELETE": request({ method: "DELETE" }),
    "requests, GET": request({ method: "GET" }),
    "requests, DELETE of one key, 5xx": request({ method: "DELETE", keyId: "k1", status: "5xx" }),
    "requests, one key, 5xx": request({ keyId: "k1", status: "5xx" }),
    "requests, a rare path": request({ path: "templates/rare" }),
    "requests, no such path": request({ path: "nobody-called-this" }),
    "deliveries of a webhook": told({}),
    "deliveries, given up": told({ state: "given_up" }),
    "deliveries, waiting": told({ state: "waiting" }),
    "deliveries, delivered": told({ state: "delivered" }),
    "deliveries, a rare type": told({ type: "import.finished" }),
    "deliveries, a rare type, given up": told({ type: "import.finished", state: "given_up" }),
    mails: mail({}),
    "mails, failed": mail({ state: "failed" }),
    "mails, uncertain": mail({ state: "uncertain" }),
    "mails, deferred (none)": mail({ state: "deferred" }),
    "mails, queued (none)": mail({ state: "queued" }),
    "mails, sent": mail({ state: "sent" }),
    "mails, a rare kind": mail({ kind: "rare" }),
    "mails, a rare kind, failed": mail({ kind: "rare", state: "failed" }),
  };
}

async function writeRequests(database: Database): Promise<void> {
  const store = createRequestStore(database);
  const count = 100_000;
  const startedAt = performance.now();
  for (let from = 0; from < count; from += 500)
    await store.add(
      Array.from({ length: 500 }, (_, nth): RequestRow => {
        const id = `z${String(from + nth).padStart(9, "0")}`;
        const of = { id, workspaceId, keyId: `k${nth % 10}`, method: nth % 7 === 0 ? "POST" : "GET" };
        return {
          ...of,
          path: "/amplify/leads",
          status: nth % 50 ? 200 : 404,
          tookMs: 3,
          address: "::1",
          at: 5,
        };
      }),
    );
  const micros = ((performance.now() - startedAt) * 1000) / count;
  console.log(
    `${"a request written down, of 500 in a commit".padEnd(44)} ${micros.toFixed(1).padStart(8)} µs`,
  );
}
