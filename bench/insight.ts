import { Database as Client } from "bun:sqlite";
import { join } from "node:path";
import { createClient } from "../contract/client.ts";
import { end, processorMsOf, startServer, temporaryFolder } from "./support/processes.ts";

/**
 * What looking at one large campaign costs: its plots, its breakdowns, why its mails failed, its picture. Rows are written
 * straight into the database. `bun bench/insight.ts [MAILS]`.
 */
const mails = Number(process.argv[2] ?? 1_000_000);
const id = "bench-campaign";
const person = { email: "bench@example.com", password: "Bench-Horse-7" };
const folder = temporaryFolder();
const serve = () =>
  startServer({ AMPLIFY_DATA: folder.path, AMPLIFY_PLANS: "off", AMPLIFY_RATE_LIMITS: "off" });
let server = await serve();
try {
  const visitor = createClient({ base: server.line });
  await visitor("POST /amplify/auth/signup", { body: { firstName: "Bench", lastName: "Runner", ...person } });
  const { uid, token } = await visitor("POST /amplify/auth/login", {
    body: { username: person.email, password: person.password },
  });
  await end(server.process);
  fill(uid);
  server = await serve();
  const client = createClient({ base: server.line, token });
  const params = { id };
  console.log(`one campaign of ${mails} mails, Bun ${Bun.version}`);
  for (const by of ["minute", "hour", "day"] as const)
    await asked(`times by ${by}`, () =>
      client("GET /amplify/campaigns/{id}/times", { params, query: { by, zone: "Europe/Berlin" } }),
    );
  for (const by of ["step", "account", "link", "domain"] as const)
    await asked(`breakdown by ${by}`, () =>
      client("GET /amplify/campaigns/{id}/breakdown", { params, query: { by } }),
    );
  await asked("causes", () => client("GET /amplify/campaigns/{id}/causes", { params }));
  await asked("clicks", () => client("GET /amplify/campaigns/{id}/clicks", { params, query: {} }));
  await asked("picture", () => client("GET /amplify/campaigns/{id}/picture", { params, query: {} }));
  await asked("compare", () => client("GET /amplify/campaigns/compare", { query: { ids: id } }));
} finally {
  await end(server.process);
  folder.remove();
}

/**
 * Sent in three days; 30 % opened and 10 % followed one of ten links within three weeks, 4 % failed in three ways, a tenth had
 * opted out; at 20,000 domains.
 */
function fill(uid: string): void {
  const client = new Client(join(folder.path, "amplify.db"));
  client.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000");
  const now = Date.now() - 30 * 86_400_000;
  const numbers = (count: number) =>
    `WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ${count - 1})`;
  client.transaction(() => {
    client
      .query(
        `INSERT INTO campaignPlans (id, workspaceId, name, kind, state, createdAt, updatedAt)
         VALUES (?1, ?2, 'News', 'once', 'started', ?3, ?3)`,
      )
      .run(id, uid, now);
    client
      .query(
        `INSERT INTO campaigns (id, workspaceId, credentialId, provider, fromAlias, fromEmail, subject, state, trackOpens,
           trackClicks, requestKey, total, accepted, createdAt, finishedAt, planId)
         VALUES (?1, ?2, 'k', 'smtp', '', 'bench@sender.test', 'News', 'finished', 1, 1, ?1, ?3, ?3, ?4, ?4, ?1)`,
      )
      .run(id, uid, mails, now);
    const html = Array.from(
      { length: 10 },
      (_, n) => `<p><a href="https://shop.test/${n}">${n}</a></p>`,
    ).join("");
    client
      .query("INSERT INTO campaignContents (campaignId, workspaceId, html) VALUES (?, ?, ?)")
      .run(id, uid, html + "x".repeat(50_000));
    client
      .query(
        `${numbers(mails)} INSERT INTO deliveries (id, campaignId, workspaceId, leadId, email, state, reasonCode, reply, attempts, dueAt, sentAt)
         SELECT printf('d%08d', n), ?1, ?2, printf('l%08d', n), 'lead' || n || '@in' || (n % 20000) || '.test',
           CASE WHEN n % 25 = 0 THEN 'failed' WHEN n % 10 = 1 THEN 'skipped' ELSE 'sent' END,
           CASE WHEN n % 75 = 0 THEN 'refused_by_policy' WHEN n % 25 = 0 THEN 'refused' WHEN n % 10 = 1 THEN 'opted_out' END,
           CASE WHEN n % 25 = 0 THEN '550 5.1.1 No such mailbox ' || n ELSE '250 ok' END, 1, 1,
           CASE WHEN n % 25 = 0 OR n % 10 = 1 THEN NULL ELSE ?3 + n * 259 END FROM n`,
      )
      .run(id, uid, now);
    const opening = client.query(`UPDATE deliveries SET openedAt = sentAt + (rowid * 7919) % 1814400000
      WHERE campaignId = ?1 AND state = 'sent' AND rowid % 10 < 3`);
    opening.run(id);
    for (let n = 0; n < 10; n += 1)
      client
        .query("INSERT INTO links VALUES (?, ?, ?, ?, ?)")
        .run(`link${n}`, id, uid, n, `https://shop.test/${n}`);
    client
      .query(`INSERT INTO clicks (deliveryId, linkId, workspaceId, firstAt, lastAt, seenAt, clicks, machineClicks)
        SELECT id, 'link' || (rowid % 10), ?2, openedAt, openedAt, openedAt, 1 + rowid % 3, rowid % 2 FROM deliveries
        WHERE campaignId = ?1 AND openedAt IS NOT NULL AND (rowid / 10) % 3 = 0`)
      .run(id, uid);
    client
      .query(
        "UPDATE deliveries SET clickedAt = openedAt WHERE campaignId = ?1 AND openedAt IS NOT NULL AND (rowid / 10) % 3 = 0",
      )
      .run(id);
    // As the sender counts behind the mails.
    client
      .query(`INSERT INTO campaignTimes (campaignId, at, workspaceId, sent)
        SELECT campaignId, sentAt - sentAt % 60000, workspaceId, count(*) FROM deliveries
        WHERE campaignId = ?1 AND sentAt IS NOT NULL GROUP BY 2
        ON CONFLICT (campaignId, at) DO UPDATE SET sent = excluded.sent`)
      .run(id);
    client
      .query(`INSERT INTO campaignDomains (campaignId, domain, workspaceId, sent)
        SELECT campaignId, substr(email, instr(email, '@') + 1), workspaceId, count(*) FROM deliveries
        WHERE campaignId = ?1 AND sentAt IS NOT NULL GROUP BY 2
        ON CONFLICT (campaignId, domain) DO UPDATE SET sent = excluded.sent`)
      .run(id);
  })();
  client.close();
}

/** The first, the median and the slowest of some, and what each took of the processors, which no neighbour adds to. */
async function asked(what: string, ask: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  const before = processorMsOf(server.process.pid);
  for (let n = 0; n < 20; n += 1) {
    const startedAt = performance.now();
    await ask();
    took.push(performance.now() - startedAt);
  }
  const [first = 0] = took;
  took.sort((a, b) => a - b);
  const each = (processorMsOf(server.process.pid) - before) / took.length;
  console.log(
    `${what.padEnd(24)} first ${first.toFixed(0).padStart(5)} ms, median ${took[10]?.toFixed(0).padStart(5)} ms, slowest ${took.at(-1)?.toFixed(0).padStart(5)} ms, processor ${each.toFixed(0).padStart(4)} ms each`,
  );
}
