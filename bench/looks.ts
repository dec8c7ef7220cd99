import { Database as Client } from "bun:sqlite";
import { join } from "node:path";
import { type Client as Api, createClient } from "../contract/client.ts";
import { end, processorMsOf, type Started, startServer, temporaryFolder } from "./support/processes.ts";
import { startSink } from "./support/sink.ts";

/**
 * What looking costs while there is much to look at: the list of campaigns, the list of collections, the snapshot of a
 * socket, public pages; and what a storm of sockets takes from a send. Rows are written straight into the database.
 * `bun bench/looks.ts [CAMPAIGNS] [MAILS EACH] [LEADS] [MAILS SENT]`; with the sizes it has by itself, filling takes
 * a quarter of an hour, and 5000 mails each are looked at no faster, since their counts are kept.
 */
const [campaigns = 200, mailsEach = 100_000, leads = 1_000_000, mailsSent = 20_000] = process.argv
  .slice(2)
  .map(Number);
const person = { email: "bench@example.com", password: "Bench-Horse-7" };
const sender = "bench@sender.test";
const reconnectsPerSecond = 200;

const sink = await startSink();
const folder = temporaryFolder();
const file = join(folder.path, "amplify.db");
const serve = () =>
  startServer({
    AMPLIFY_DATA: folder.path,
    AMPLIFY_PLANS: "off",
    AMPLIFY_RATE_LIMITS: "off",
    AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${sink.port}`,
  });
let server = await serve();
try {
  const { uid, token } = await signUp();
  await end(server.process);
  fill(uid);
  server = await serve();
  const client = createClient({ base: server.line, token });
  console.log(
    `${campaigns} campaigns of ${mailsEach} mails, ${leads} leads in 3 collections, Bun ${Bun.version}`,
  );
  const listed = (await client("GET /amplify/campaigns")).length;
  if (listed !== campaigns) throw new Error(`${listed} of ${campaigns} campaigns are listed`);
  await asked("GET /amplify/campaigns", () => client("GET /amplify/campaigns"));
  await asked("GET /amplify/collections", () => client("GET /amplify/collections"));
  await asked("GET /healthz, for comparison", () => fetch(`${server.line}/healthz`));
  await asked("socket opened, snapshot read, closed", () => snapshotOf(server, { uid, token }));
  await pages(server.line);
  const quiet = await sendRate(client);
  const storm = startStorm(server, { uid, token });
  const stormy = await sendRate(client);
  const opened = await storm.end();
  console.log(`a send with nobody watching          ${quiet.toFixed(0)} mails/s`);
  console.log(
    `with ${opened.toFixed(0)} sockets opened a second    ${stormy.toFixed(0)} mails/s, ${((1 - stormy / quiet) * 100).toFixed(0)} % less`,
  );
} finally {
  await end(server.process);
  await sink.end();
  folder.remove();
}

async function signUp(): Promise<{ uid: string; token: string }> {
  const visitor = createClient({ base: server.line });
  await visitor("POST /amplify/auth/signup", { body: { firstName: "Bench", lastName: "Runner", ...person } });
  const { uid, token } = await visitor("POST /amplify/auth/login", {
    body: { username: person.email, password: person.password },
  });
  const client = createClient({ base: server.line, token });
  await client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: sender,
      appPassword: "abcdefghijklmnop",
      alias: `Bench <${sender}>`,
    },
  });
  const some = Array.from({ length: mailsSent }, (_, n) => ({ ...lead(n), collection: ["sent"] }));
  await client("POST /amplify/leads/bulk", { body: { leads: some } });
  return { uid, token };
}

function lead(n: number) {
  return { firstName: `First${n}`, lastName: "Last", email: `lead${n}@in.test` };
}

/** Campaigns that ended, a tenth of them just now so that a snapshot has them, and leads in two more collections. */
function fill(uid: string): void {
  const client = new Client(file);
  client.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000");
  const numbers = (count: number) =>
    `WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ${count - 1})`;
  for (let index = 0; index < campaigns; index += 1) {
    const id = `bench-${String(index).padStart(5, "0")}`;
    const endedAt = index % 10 === 0 ? Date.now() : 1;
    client.transaction(() => {
      client
        .query(
          `INSERT INTO campaigns (id, workspaceId, credentialId, provider, fromAlias, fromEmail, subject, state, trackOpens,
             planId, requestKey, total, accepted, createdAt, finishedAt)
           VALUES (?1, ?2, 'k', 'smtp', '', '${sender}', 'News', 'finished', 1, ?1, ?1, ?3, ?3, ?4, ?4)`,
        )
        .run(id, uid, mailsEach, endedAt);
      client
        .query(
          `INSERT INTO campaignPlans (id, workspaceId, name, kind, state, createdBy, createdAt, updatedAt, startedAt, endedAt)
           VALUES (?1, ?2, 'News', 'once', 'started', ?2, ?3, ?3, ?3, ?3)`,
        )
        .run(id, uid, endedAt);
      client
        .query("INSERT INTO campaignContents (campaignId, workspaceId, html) VALUES (?, ?, ?)")
        .run(id, uid, "x".repeat(100_000));
      client
        .query(
          `${numbers(mailsEach)} INSERT INTO deliveries (id, campaignId, workspaceId, leadId, email, state, attempts, dueAt)
           SELECT ?1 || n, ?1, ?2, 'l' || n, 'lead' || n || '@in.test',
             CASE n % 50 WHEN 0 THEN 'failed' ELSE 'sent' END, 1, 1 FROM n`,
        )
        .run(id, uid);
    })();
  }
  for (const name of ["all of them", "half of them"]) {
    client
      .query("INSERT INTO collections (id, workspaceId, name, createdAt) VALUES (?1, ?2, ?1, 1)")
      .run(name, uid);
    client
      .query(
        `${numbers(name === "all of them" ? leads : leads / 2)} INSERT INTO memberships SELECT ?1, ?2, 'l' || n FROM n`,
      )
      .run(uid, name);
  }
  client.close();
}

/** Median and 99th percentile of one after the other, and what each took of the processors, which no neighbour adds to. */
async function asked(what: string, ask: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  const before = processorMsOf(server.process.pid);
  for (let n = 0; n < 220; n += 1) {
    const startedAt = performance.now();
    const answer = await ask();
    if (answer instanceof Response) await answer.text();
    if (n >= 20) took.push(performance.now() - startedAt);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)]?.toFixed(2);
  const each = (processorMsOf(server.process.pid) - before) / 220;
  console.log(
    `${what.padEnd(36)} median ${at(0.5)} ms, p99 ${at(0.99)} ms, processor ${each.toFixed(2)} ms each`,
  );
}

type Session = { uid: string; token: string };

function open({ line }: Started, { uid, token }: Session): WebSocket {
  // Bun's own option beside the standard's protocols.
  const options = { headers: { authorization: `Bearer ${token}` } } as unknown as string[];
  return new WebSocket(`${line.replace("http", "ws")}/ws/${uid}`, options);
}

/** All of a snapshot goes out in one write, so the first message says that it is there. One at a time stays open. */
async function snapshotOf(started: Started, session: Session): Promise<void> {
  const socket = open(started, session);
  let isThere = false;
  await new Promise<void>((resolve, reject) => {
    socket.onmessage = () => {
      isThere = true;
      socket.close();
    };
    socket.onclose = ({ code }) =>
      isThere ? resolve() : reject(new Error(`a socket was closed with ${code}`));
  });
}

async function pages(base: string): Promise<void> {
  for (const path of ["/", "/pricing"]) {
    const until = performance.now() + 3_000;
    let count = 0;
    const lane = async () => {
      for (; performance.now() < until; count += 1)
        await (
          await fetch(base + path, { headers: { "accept-encoding": "br" }, decompress: false })
        ).arrayBuffer();
    };
    await Promise.all(Array.from({ length: 64 }, lane));
    console.log(`${`GET ${path}, 64 at once, by Bun's fetch`.padEnd(36)} ${(count / 3).toFixed(0)} a second`);
  }
}

async function sendRate(client: Api): Promise<number> {
  const { campaignId: id } = await client("POST /email/send", {
    body: {
      subject: `At ${performance.now()}`,
      html: "<p>Hello {{firstName}}</p>",
      from: sender,
      collection: "sent",
    },
  });
  for (;;) {
    await Bun.sleep(200);
    const { finishedAt, createdAt, counts } = await client("GET /amplify/campaigns/{id}", { params: { id } });
    if (finishedAt !== null) return (counts.sent / (finishedAt - createdAt)) * 1000;
  }
}

/** Opens a socket, waits for its snapshot and lets go of it, so many times a second. */
function startStorm(started: Started, session: Session): { end(): Promise<number> } {
  let opened = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * reconnectsPerSecond - opened;
    for (let n = 0; n < due; n += 1) {
      opened += 1;
      snapshotOf(started, session).catch(() => {});
    }
  }, 10);
  return {
    async end() {
      clearInterval(timer);
      return opened / ((performance.now() - startedAt) / 1000);
    },
  };
}
