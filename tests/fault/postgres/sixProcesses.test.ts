import { expect, setDefaultTimeout, test } from "bun:test";
import pg from "pg";
import { type Client, createClient } from "../../../contract/client.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";
import { watch } from "../../../contract/realtime/watch.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { fillManyAccounts } from "../../support/postgres/manyAccounts.ts";
import { onPostgres, type RealPostgres } from "../../support/postgres/onPostgres.ts";
import { type GroupMember, type ProcessGroup, processGroup } from "../../support/postgres/processGroup.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

/** A short run unless said: `SIX_PROCESSES_MAILS=20000 SIX_PROCESSES_ROUNDS=20` is the long one. */
const mailCount = Number(process.env.SIX_PROCESSES_MAILS ?? 360);
const rounds = Number(process.env.SIX_PROCESSES_ROUNDS ?? 1);
const accountCount = 6;
const leadCount = Math.ceil(mailCount / accountCount);
const roundMs = 180_000 + 100 * mailCount;
/** About as many as there are on a quiet machine. A busy one takes longer, and would kill and start all the more for it. */
const killsMax = Math.max(20, mailCount / 18);

setDefaultTimeout(rounds * roundMs);

/** Says everything once more that one process tells the others, and now and then cuts the lines that they listen on. */
async function unreliableNotices(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  const own = rows[0].pid;
  let doubled = 0;
  let asked: Promise<unknown> = Promise.resolve();
  const inTurn = (sql: string, values: unknown[] = []) => {
    asked = asked.then(() => client.query(sql, values));
    return asked;
  };
  client.on("notification", ({ processId, channel, payload }) => {
    if (processId === own) return;
    doubled += 1;
    void inTurn("SELECT pg_notify($1, $2)", [channel, payload]);
  });
  await client.query("LISTEN amplify_public");
  return {
    doubledCount: () => doubled,
    async cutAll(): Promise<void> {
      await inTurn(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
           AND datname = current_database() AND (query LIKE 'SELECT pg_notify%' OR query LIKE 'LISTEN %')`,
      );
    },
    close(): Promise<void> {
      // What is heard from now on would be said through a connection that ends.
      client.removeAllListeners("notification");
      return asked.then(() => client.end());
    },
  };
}

/** The newest that a socket on one server has heard of each campaign, through every restart of that server. */
function watchOn(server: GroupMember, { uid, token }: { uid: string; token: string }) {
  const stop = new AbortController();
  const newest = new Map<string, Progress>();
  const openSocket = (url: string, bearer: string | undefined) =>
    new WebSocket(url, { headers: { authorization: `Bearer ${bearer}` } } as never);
  void (async () => {
    for await (const { data } of watch({ base: server.url, uid, token, openSocket, signal: stop.signal }))
      newest.set(data.campaignId, data);
  })();
  return { newest, stop: () => stop.abort() };
}

async function lookAt(servers: readonly GroupMember[], token: string, id: string): Promise<Campaign | null> {
  for (const { url } of servers) {
    const client: Client = createClient({ base: url, token });
    // One of them may be dead just now.
    const found = await client("GET /amplify/campaigns/{id}", { params: { id } }).catch(() => null);
    if (found !== null) return found;
  }
  return null;
}

type World = Awaited<ReturnType<typeof begin>>;

/** Three servers, three senders, a campaign for each of six accounts, asked for at one server or another. */
async function begin(group: ProcessGroup, { url, smtp }: { url: string; smtp: ScriptedSmtp }) {
  const servers = await Promise.all([
    group.start("server", "worker"),
    group.start("server", "worker"),
    group.start("server"),
  ]);
  const senders = await Promise.all([group.start("sender"), group.start("sender"), group.start("sender")]);
  const made = await fillManyAccounts({ base: servers[0].url, smtpPort: smtp.port, accountCount, leadCount });
  const notices = await unreliableNotices(url);
  const sockets = servers.map((server) => watchOn(server, made));
  const ids: string[] = [];
  for (const [nth, from] of made.senders.entries()) {
    const client = createClient({ base: servers[nth % 3]?.url ?? "", token: made.token });
    const body = { subject: `From ${from}`, html: "<p>Hi {{firstName}}</p>", from, collection: "all" };
    ids.push((await client("POST /email/send", { body })).campaignId);
  }
  return { servers, senders, notices, sockets, ids, token: made.token, kills: { server: 0, sender: 0 } };
}

/** Kills one of the six every second, until there were enough or it is told to stop; answers how. */
function killing({ servers, senders, notices, kills }: World): () => Promise<void> {
  let isOver = false;
  const work = (async () => {
    for (let nth = 0; nth < killsMax; nth++) {
      await Bun.sleep(1_000);
      if (isOver) return;
      const victim = [...servers, ...senders][Math.floor(Math.random() * 6)] as GroupMember;
      kills[victim.roles.includes("sender") ? "sender" : "server"] += 1;
      await victim.kill();
      void victim.begin();
      if (Math.random() < 0.3) await notices.cutAll();
    }
  })();
  return async () => {
    isOver = true;
    await work;
    await Promise.all([...servers, ...senders].map((member) => member.begun()));
  };
}

async function untilFinished({ servers, ids, token }: World): Promise<Campaign[]> {
  const campaigns: Campaign[] = [];
  await until(async () => {
    campaigns.length = 0;
    for (const id of ids) {
      const found = await lookAt(servers, token, id);
      if (found !== null) campaigns.push(found);
    }
    return campaigns.length === ids.length && campaigns.every(({ state }) => state === "finished");
  }, roundMs - 60_000);
  return campaigns;
}

/** What the ledger says and what the server took must agree: each sum is whole, and nobody is there twice. */
function expectWhole(
  campaigns: readonly Campaign[],
  { smtp, kills }: { smtp: ScriptedSmtp; kills: World["kills"] },
) {
  const accepted = smtp.accepted.map(({ messageId }) => messageId);
  expect(accepted.length - new Set(accepted).size).toBe(0);
  let [sent, uncertain] = [0, 0];
  for (const { counts, total } of campaigns) {
    expect(total).toBe(leadCount);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(counts).toMatchObject({ failed: 0, skipped: 0, queued: 0, sending: 0, deferred: 0 });
    sent += counts.sent;
    uncertain += counts.uncertain;
  }
  expect(accepted.length).toBeGreaterThanOrEqual(sent);
  expect(accepted.length).toBeLessThanOrEqual(sent + uncertain);
  expect(uncertain).toBeLessThanOrEqual(kills.sender * accountCount * providers.smtp.connections);
  return { sent, uncertain };
}

/** Whoever watches knows the end, on every server. */
async function untilWatchersKnow({ sockets }: World, campaigns: readonly Campaign[]): Promise<void> {
  const knows = (heard: Progress | undefined, { counts }: Campaign) =>
    heard?.state === "finished" && heard.success === counts.sent && heard.uncertain === counts.uncertain;
  await until(
    () => sockets.every(({ newest }) => campaigns.every((one) => knows(newest.get(one._id), one))),
    60_000,
  );
}

async function liveRound(postgres: RealPostgres): Promise<string> {
  const url = await postgres.copy();
  const smtp = await startScriptedSmtp({
    dot: { reply: "250 2.0.0 Ok", delayMs: mailCount > 1_000 ? 20 : 1_000 },
  });
  const group = processGroup(url);
  try {
    const world = await begin(group, { url, smtp });
    const stopKilling = killing(world);
    await untilFinished(world);
    await stopKilling();
    // What came late may have told of a mail that was uncertain.
    const campaigns = await untilFinished(world);
    const { sent, uncertain } = expectWhole(campaigns, { smtp, kills: world.kills });
    await untilWatchersKnow(world, campaigns);
    const doubled = world.notices.doubledCount();
    expect(doubled).toBeGreaterThan(0);
    for (const socket of world.sockets) socket.stop();
    await world.notices.close();
    const { kills } = world;
    return `${kills.server + kills.sender} kills (${kills.sender} of senders), ${sent} sent, ${uncertain} uncertain, ${doubled} notices doubled`;
  } finally {
    await group.close();
    await smtp.close();
  }
}

async function stopAndWake(postgres: RealPostgres): Promise<void> {
  const url = await postgres.copy();
  // Its mails wait for the answer to DATA when it is stopped, and have it when it wakes.
  let delayMs = 5_000;
  const smtp = await startScriptedSmtp({
    data: ({ mail }) => ({ reply: "354 Go ahead", delayMs: mail > 2 ? delayMs : 0 }),
  });
  const waiting = () => smtp.conversations.filter(({ lines }) => lines.at(-1) === "C: DATA").length;
  const group = processGroup(url);
  try {
    const [server, stopped] = await Promise.all([group.start("server", "worker"), group.start("sender")]);
    const { client, senders } = await fillManyAccounts({
      base: server.url,
      smtpPort: smtp.port,
      accountCount: 1,
      leadCount: 60,
    });
    const [from = ""] = senders;
    const body = { subject: "Stopped", html: "<p>Hi</p>", from, collection: "all" };
    const { campaignId: id } = await client("POST /email/send", { body });
    const campaign = () => client("GET /amplify/campaigns/{id}", { params: { id } });
    await until(() => waiting() === providers.smtp.connections, 60_000);
    process.kill(stopped.process.pid, "SIGSTOP");
    delayMs = 0;
    await group.start("sender");
    await until(async () => (await campaign()).state === "finished", 60_000);
    const before = smtp.acceptedCount();
    const { counts } = await campaign();
    expect(counts.sent + counts.uncertain).toBe(60);
    expect(counts.uncertain).toBeGreaterThanOrEqual(providers.smtp.connections);
    process.kill(stopped.process.pid, "SIGCONT");
    const said = () => stopped.process.errorLines().join("\n");
    await until(() => said().includes("Another sender has taken an account over"), 30_000);
    // It ends once its lanes have, so nothing of it is on its way any more.
    expect(await stopped.process.end()).toBe(0);
    expect(smtp.acceptedCount()).toBe(before);
    const recipients = smtp.accepted.flatMap(({ to }) => to);
    expect(new Set(recipients).size).toBe(recipients.length);
  } finally {
    await group.close();
    await smtp.close();
  }
}

onPostgres("three servers and three senders on one PostgreSQL", (postgres) => {
  test(`send ${leadCount * accountCount} mails once each while one of the six is killed every second`, async () => {
    for (let nth = 1; nth <= rounds; nth += 1) {
      const fromMs = performance.now();
      const figures = await liveRound(postgres);
      console.log(`round ${nth}: ${figures}, ${Math.round((performance.now() - fromMs) / 1_000)} s`);
    }
  });

  test("a sender that was stopped for longer than its lease, and woken, sends nothing further", () =>
    stopAndWake(postgres));
});
