import pg from "pg";
import { fillManyAccounts } from "../tests/support/postgres/manyAccounts.ts";
import { type GroupMember, processGroup } from "../tests/support/postgres/processGroup.ts";
import { startPostgres } from "../tests/support/postgres/startPostgres.ts";
import { campaignRate, htmlBytes } from "./support/campaignRate.ts";
import { startDelayingProxy } from "./support/delayingProxy.ts";
import { end, startSendingServer, temporaryFolder } from "./support/processes.ts";
import { type Rate, startSink } from "./support/sink.ts";

/**
 * How fast campaigns go out where the database is PostgreSQL, beside SQLite with the same accounts: through one sender, through
 * two that have an account each, and through one whose database is 20 ms away. PostgreSQL keeps what it has answered, as SQLite does here.
 * `bun bench/machines.ts [MAILS] [CONNECTIONS]`, each to two accounts' worth of leads.
 */
const mails = Number(process.argv[2] ?? 20_000);
const connections = process.argv[3] === undefined ? null : Number(process.argv[3]);
const roundTripMs = 20;

const sink = await startSink();
const postgres = await startPostgres({ isDurable: true });
if (postgres === null) throw new Error("There is no PostgreSQL 15 or newer here");
const known = new URL(`${postgres.url}/postgres`);
const proxy = await startDelayingProxy({ port: Number(known.port), roundTripMs });
const far = new URL(known);
far.port = String(proxy.port);
try {
  console.log(`campaigns of ${mails} mails of ${htmlBytes} bytes to ${sink.name}, Bun ${Bun.version}`);
  const embedded = await onSqlite();
  print("SQLite, one account", embedded.one, embedded.one);
  print("SQLite, two accounts", embedded.two, embedded.two);
  const alone = await onPostgres(known, 1);
  print("PostgreSQL, one account", alone.one, embedded.one);
  print("PostgreSQL, two accounts", alone.two, embedded.two);
  const both = await onPostgres(known, 2);
  print("two senders, two accounts", both.two, alone.two, "one sender's");
  const distant = await onPostgres(far, 1);
  print(`database ${roundTripMs} ms away`, distant.one, alone.one, "the near one's");
} finally {
  proxy.close();
  await postgres.stop();
  await sink.end();
}

function print(what: string, rate: Rate, beside: Rate, whose = "SQLite's"): void {
  const ratio = rate === beside ? "" : `   ${(rate.perSecond / beside.perSecond).toFixed(2)} x ${whose}`;
  const cost = `${rate.cpuPerThousand.toFixed(3)} CPU s per 1,000`;
  console.log(`${what.padEnd(28)} ${rate.perSecond.toFixed(0).padStart(6)}/s   ${cost}${ratio}`);
}

/** The first campaign of a process finds its code not compiled yet, and is not counted. */
async function ratesOf(base: string, pids: readonly number[]): Promise<{ one: Rate; two: Rate }> {
  const fill = { base, smtpPort: sink.port, accountCount: 2, leadCount: mails, connections };
  const { client, senders } = await fillManyAccounts(fill);
  await campaignRate(client, pids, { subject: "First", from: senders });
  const one = await campaignRate(client, pids, { subject: "One", from: senders.slice(0, 1) });
  return { one, two: await campaignRate(client, pids, { subject: "Two", from: senders }) };
}

async function onSqlite() {
  const folder = temporaryFolder();
  const server = await startSendingServer(folder.path);
  try {
    return await ratesOf(server.line, [server.process.pid]);
  } finally {
    await end(server.process);
    folder.remove();
  }
}

/** One process that answers people, and so many senders, each with an account's lease where there are two. */
async function onPostgres(url: URL, senderCount: number) {
  const database = `amplify_${senderCount}_${url.port}`;
  await createDatabase(database);
  const group = processGroup(Object.assign(new URL(url), { pathname: `/${database}` }).href);
  try {
    const server = await group.start("server", "worker");
    const senders: GroupMember[] = [];
    for (let nth = 0; nth < senderCount; nth += 1) senders.push(await group.start("sender"));
    return await ratesOf(
      server.url,
      [server, ...senders].map(({ process }) => process.pid),
    );
  } finally {
    await group.close();
  }
}

async function createDatabase(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: known.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}
