import { Database as Client } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { hourMs } from "../../../contract/limits/units.ts";
import { type RealtimeMessage, realtimeMessage } from "../../../contract/realtime/messages.ts";
import { askServed } from "../../support/db/askServed.ts";
import { optedOut } from "../../support/reasons.ts";
import { openRawSocket } from "../../support/server/rawSocket.ts";
import { byRecipient } from "../../support/smtp/scriptedSmtp.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let open: SendingServer | null = null;
async function start(...args: Parameters<typeof startSendingServer>): Promise<SendingServer> {
  open = await startSendingServer(...args);
  return open;
}
afterEach(async () => {
  await open?.close();
  open = null;
});

const isOver = (_: unknown, { state }: { state: string }) => state === "finished";
const letter = { subject: "Hi", html: "<p>Hi</p>", from: sender };

async function postSend({ server, person }: SendingServer, body: object) {
  const response = await fetch(`${server.url}/email/send`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: person.token },
    body: JSON.stringify({ ...letter, ...body }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function optOut({ person }: SendingServer, email: string): Promise<void> {
  const { items } = (await person.client("GET /amplify/leads", { query: { pageSize: 200 } })) as {
    items: { _id: string; email: string }[];
  };
  const lead = items.find((one) => one.email === email);
  const body = { ...lead, firstName: "Out", lastName: "Opted", email, optout: true };
  await person.client("PUT /amplify/leads/{id}", { params: { id: lead?._id ?? "" }, body });
}

/** Lifts the limit that made the campaign wait. */
async function letGo({ person }: SendingServer): Promise<void> {
  const [account] = await person.client("GET /amplify/auth/credentials");
  const params = { id: account?._id ?? "" };
  const body = { provider: "google", appEmail: sender, alias: `Ada <${sender}>`, perMinute: 60 } as const;
  await person.client("PUT /amplify/auth/credentials/{id}", { params, body });
}

/** What the socket says, from the moment on at which this resolves. */
async function listen({ server, person }: SendingServer): Promise<() => RealtimeMessage["data"][]> {
  const socket = await openRawSocket({
    port: Number(new URL(server.url).port),
    path: `/ws/${person.uid}`,
    headers: { cookie: person.cookie },
  });
  return () => socket.messages.map((text) => realtimeMessage.parse(JSON.parse(text)).data);
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0);

describe("a send that reaches nobody", () => {
  test("is refused with who opted out instead of being called sent, and leaves no campaign", async () => {
    const all = await start();
    await all.addLeads(2);
    for (const name of ["lead0", "lead1"]) await optOut(all, `${name}@in.test`);
    const { status, json } = await postSend(all, { collection: "all" });
    expect(status).toBe(400);
    expect(json.code).toBe("no_recipients");
    expect(json.message).toEndWith(
      "The following leads have opted out and will not receive the email: lead0@in.test, lead1@in.test",
    );
    expect(json.skipped).toEqual([
      { email: "lead0@in.test", ...optedOut },
      { email: "lead1@in.test", ...optedOut },
    ]);
    expect(await all.person.client("GET /amplify/campaigns")).toEqual([]);
    expect(await askServed(all.server.dataFolder, "SELECT id FROM deliveries")).toEqual([]);
  });

  test("tells the client who was skipped, and can be sent under the same key once somebody can be reached", async () => {
    const all = await start();
    await all.addLeads(1);
    await optOut(all, "lead0@in.test");
    const options = { idempotencyKey: "spring" };
    const send = () =>
      all.person.client("POST /email/send", { body: { ...letter, collection: "all" } }, options);
    const skipped = [{ email: "lead0@in.test", ...optedOut }];
    await expect(send()).rejects.toMatchObject({ code: "no_recipients", status: 400, skipped });
    await all.addLeads(1, "new");
    expect(await send()).toMatchObject({ message: "Email sent successfully", accepted: 1 });
  });
});

describe("the total", () => {
  test("counts those who are mailed: a perfect send beside an opted-out lead ends full", async () => {
    const all = await start();
    await all.addLeads(5);
    await optOut(all, "lead4@in.test");
    const told = await listen(all);
    const { json } = await postSend(all, { collection: "all" });
    expect(json).toMatchObject({ accepted: 4, skipped: [{ email: "lead4@in.test", reason: "Opted out" }] });
    const seen = await all.untilCounts(String(json.campaignId), isOver);
    await until(() => told().some(({ state }) => state === "finished"));
    expect(new Set(told().map(({ total }) => total))).toEqual(new Set([4]));
    expect(told().at(-1)).toMatchObject({ success: 4, total: 4, skipped: 1, failed: 0, uncertain: 0 });
    // Over HTTP the ledger's rows and those who are mailed stand beside each other.
    expect(seen).toMatchObject({ total: 5, recipients: 4, counts: { sent: 4, skipped: 1 } });
    expect(sumOf(seen.counts)).toBe(5);
  });

  test("follows whoever opts out after the send was accepted, so that the end is full all the same", async () => {
    const all = await start({ credential: { perMinute: 1 } });
    await all.addLeads(3);
    const told = await listen(all);
    const id = await all.send();
    const half = await all.untilCounts(id, ({ sent }) => sent === 1);
    expect(half).toMatchObject({ total: 3, recipients: 3 });
    const [next, last] = await all.deliveries(id, "queued");
    await optOut(all, next?.email ?? "");
    await letGo(all);
    const seen = await all.untilCounts(id, isOver);
    expect(seen).toMatchObject({ total: 3, recipients: 2, counts: { sent: 2, skipped: 1 } });
    await until(() => told().at(-1)?.state === "finished");
    expect(told().at(-1)).toMatchObject({ total: 2, success: 2, skipped: 1 });
    expect(all.smtp.accepted.flatMap(({ to }) => to)).toContain(last?.email ?? "nobody");
  });

  test("of a cancelled campaign stays what was accepted: it never looks as if it had reached everybody", async () => {
    const all = await start({ credential: { perMinute: 1 } });
    await all.addLeads(4);
    await optOut(all, "lead3@in.test");
    const told = await listen(all);
    const id = await all.send();
    await all.untilCounts(id, ({ sent }) => sent === 1);
    const params = { id };
    const cancelled = await all.person.client("POST /amplify/campaigns/{id}/cancel", { params });
    expect(cancelled).toMatchObject({ total: 4, recipients: 3, counts: { sent: 1, skipped: 3 } });
    await until(() => told().at(-1)?.skipped === 3);
    expect(told().at(-1)).toMatchObject({ state: "cancelled", total: 3, success: 1 });
  });
});

describe("what a campaign waits for", () => {
  test("is told by socket with the time at which it goes on", async () => {
    const all = await start({ credential: { perMinute: 1 } });
    await all.addLeads(2);
    const told = await listen(all);
    await all.send();
    await until(() => told().some(({ waiting }) => waiting?.includes("a minute") ?? false));
    const waiting = told().findLast((one) => one.waiting !== null);
    expect(waiting?.nextAt).toBeGreaterThan(Date.now());
  });

  test("is told by socket too where a single deferred mail is all that is left", async () => {
    const all = await start({ smtp: { rcpt: byRecipient({ "lead0@in.test": "451 4.3.0 Try later" }) } });
    await all.addLeads(1);
    const told = await listen(all);
    await all.send();
    await until(() => told().some(({ waiting }) => waiting === "Waiting to try 1 again"));
    expect(told().at(-1)?.nextAt).toBeGreaterThan(Date.now());
  });

  test("is a busy database where another program holds it, in plain words", async () => {
    const all = await start({ credential: { perMinute: 60 } });
    await all.addLeads(30);
    const told = await listen(all);
    let holder: Client | undefined;
    all.smtp.script.dot = () => {
      holder ??= new Client(join(all.server.dataFolder, "amplify.db"));
      if (!holder.inTransaction) holder.exec("BEGIN IMMEDIATE");
      return null;
    };
    await all.send();
    await until(() => told().some(({ waiting }) => waiting === "The database is busy: trying again"), 20_000);
    all.smtp.script.dot = () => null;
    holder?.exec("ROLLBACK");
    holder?.close();
    await until(() => told().at(-1)?.success === 30, 20_000);
    expect(told().every(({ waiting }) => !waiting?.includes("Something went wrong"))).toBe(true);
  }, 60_000);
});

describe("a lead whose address is changed under way", () => {
  /** Of three leads the mail of one has failed, that of one is put off, and one has it. */
  async function pausedSend() {
    let aheadMs = 0;
    const time = { wallMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() + aheadMs };
    const sending = await start({ time });
    await sending.addLeads(3);
    const { client } = sending.person;
    sending.smtp.script.rcpt = byRecipient({
      "lead0@in.test": "550 5.1.1 No such user",
      "lead1@in.test": "450 4.2.1 Come back later",
    });
    const params = { id: await sending.send() };
    const untilSent = (count: number) => sending.untilCounts(params.id, ({ sent }) => sent === count);
    await sending.untilCounts(params.id, ({ sent, failed, deferred }) => sent + failed + deferred === 3);
    await client("POST /amplify/campaigns/{id}/pause", { params });
    const { items: leads } = await client("POST /amplify/leads/find", { body: { page: 1 } });
    const idOf = (address: string) => leads.find(({ email }) => email === address)?._id ?? "";
    return {
      client,
      idOf,
      addresses: async () => (await sending.deliveries(params.id)).map(({ email }) => email).toSorted(),
      went: () => sending.smtp.accepted.flatMap(({ to }) => to).toSorted(),
      changeTo: (first: string, email: string) =>
        client("PUT /amplify/leads/{id}", {
          params: { id: idOf(first) },
          body: { firstName: "A", lastName: "B", phone: "", collection: "", optout: false, email },
        }),
      async goOn() {
        sending.smtp.script.rcpt = byRecipient({});
        aheadMs = hourMs;
        await client("POST /amplify/campaigns/{id}/resume", { params });
        await untilSent(2);
      },
      async retryFailed() {
        await client("POST /amplify/campaigns/{id}/retry", { params, body: { states: ["failed"] } });
        await untilSent(3);
      },
    };
  }

  test("gets there what it is still to get, and what went stays told where it went", async () => {
    const { addresses, went, changeTo, goOn, retryFailed } = await pausedSend();
    for (const nth of [0, 1, 2]) await changeTo(`lead${nth}@in.test`, `lead${nth}@new.test`);
    expect(await addresses()).toEqual(["lead0@in.test", "lead1@new.test", "lead2@in.test"]);
    await goOn();
    await retryFailed();
    expect(await addresses()).toEqual(["lead0@new.test", "lead1@new.test", "lead2@in.test"]);
    expect(went()).toEqual(await addresses());
  });

  test("gets nothing where the same mail has gone for another lead that is deleted since", async () => {
    const { client, idOf, went, changeTo, goOn, retryFailed } = await pausedSend();
    await client("DELETE /amplify/leads/{id}", { params: { id: idOf("lead2@in.test") } });
    await changeTo("lead1@in.test", "lead2@in.test");
    await goOn();
    await changeTo("lead1@in.test", "elsewhere@in.test");
    await changeTo("lead0@in.test", "lead2@in.test");
    await retryFailed();
    expect(went()).toEqual(["lead0@in.test", "lead1@in.test", "lead2@in.test"]);
  });
});
