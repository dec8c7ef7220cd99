import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { movedTime } from "../support/server/movedTime.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";
import { startSendingServer } from "../support/smtp/sendingServer.ts";
import { until } from "../support/until.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const perDay = 4;
let opened: { close(): Promise<void> }[] = [];
let folders: string[] = [];
afterEach(async () => {
  for (const one of opened) await one.close();
  for (const one of folders) rmSync(one, { recursive: true, force: true });
  opened = [];
  folders = [];
});

async function start(options: Parameters<typeof startSendingServer>[0] = {}) {
  const time = movedTime();
  const sending = await startSendingServer({ ...options, time });
  opened.push(sending);
  const { clock } = sending.server.core;
  /** Sets the machine's clock and waits until it is believed. */
  const set = async (byMs: number) => {
    clock.now();
    time.set(byMs);
    time.passMinutes(4, () => clock.now());
    expect(Math.abs(clock.now() - time.wallMs())).toBeLessThan(2_000);
    // Sessions move along as well, in a moment.
    const asked = () => sending.person.client("GET /amplify/auth/credentials");
    await until(() =>
      asked().then(
        () => true,
        () => false,
      ),
    );
  };
  return { sending, set, time, clock };
}

async function accountOf({ person }: { person: Pick<TestPerson, "client"> }) {
  const [account] = await person.client("GET /amplify/auth/credentials");
  if (account === undefined) throw new Error("no account");
  return account;
}

describe.each([
  ["a day ahead", dayMs],
  ["a day back", -dayMs],
  ["400 days ahead", 400 * dayMs],
  ["400 days back", -400 * dayMs],
])("a machine whose clock is set %s", (_, byMs) => {
  test("sends no burst: a used-up day stays used up, and for no longer than a day", async () => {
    const { sending, set, clock } = await start({ credential: { perDay } });
    await sending.addLeads(2 * perDay);
    const id = await sending.send();
    await sending.untilCounts(id, (counts, { waiting }) => counts.sent === perDay && waiting !== null);
    await set(byMs);
    const isMoved = (at: number | null) => at !== null && at > clock.now() && at <= clock.now() + dayMs;
    const { waiting } = await sending.untilCounts(id, (_counts, { nextAt }) => isMoved(nextAt));
    expect(waiting).toContain("the limit of 4 mails in 24 hours");
    expect(await accountOf(sending)).toMatchObject({ sentToday: perDay });
    expect(sending.smtp.acceptedCount()).toBe(perDay);
  });

  test("gives nobody up early, and lets nobody wait longer than before", async () => {
    const { sending, set, clock } = await start({ smtp: { rcpt: "451 4.3.0 Later" } });
    await sending.addLeads(1);
    const id = await sending.send();
    await sending.untilCounts(id, ({ deferred }) => deferred === 1);
    await set(byMs);
    // Four minutes have passed, so it is tried a second time, and put off for five minutes more or less.
    const isSoon = (at: number | null) => at !== null && at > clock.now() && at < clock.now() + 7 * minuteMs;
    const seen = await sending.untilCounts(
      id,
      ({ deferred }, { nextAt }) => deferred === 1 && isSoon(nextAt),
    );
    expect(seen.counts).toMatchObject({ failed: 0 });
    expect(sending.smtp.acceptedCount()).toBe(0);
  });

  test("lets a resting account rest as long as it would have", async () => {
    const { sending, set, clock } = await start();
    await sending.addLeads(2);
    sending.smtp.script.rcpt = "550 5.4.5 Daily user sending limit exceeded";
    const id = await sending.send();
    await sending.untilCounts(id, (counts, { waiting }) => waiting !== null && counts.sending === 0);
    const before = (await accountOf(sending)).pausedUntil ?? 0;
    const leftMs = before - clock.now();
    expect(leftMs).toBeGreaterThan(23 * hourMs);
    await set(byMs);
    await until(async () => (await accountOf(sending)).pausedUntil !== before);
    const { pausedUntil } = await accountOf(sending);
    expect(Math.abs((pausedUntil ?? 0) - clock.now() - (leftMs - 4 * minuteMs))).toBeLessThan(minuteMs);
    expect((await sending.campaign(id)).counts).toMatchObject({ queued: 2 });
  });
});

describe("an installation that was once started 400 days ahead", () => {
  async function startAt(data: string, time: ReturnType<typeof movedTime>): Promise<TestServer> {
    const server = await startTestServer({ AMPLIFY_DATA: data }, { time });
    opened.push(server);
    return server;
  }

  test("has the right time within minutes of its next start, and nothing waits for those days", async () => {
    const data = mkdtempSync(join(tmpdir(), "amplify-clock-"));
    folders.push(data);
    const wrong = movedTime();
    wrong.set(400 * dayMs);
    const first = await startAt(data, wrong);
    const ada = await first.signUp();
    const appEmail = "ada@sender.test";
    const from = { provider: "sandbox", appEmail, appPassword: "", alias: `Ada <${appEmail}>` } as const;
    await ada.client("POST /amplify/auth/credentials", { body: { ...from, perDay, rampPerDay: perDay } });
    await ada.client("POST /email/send/test", { body: { html: "<p>Hi</p>", from: appEmail } });
    await first.close();
    opened = [];

    const right = movedTime();
    const second = await startAt(data, right);
    const { clock } = second.core;
    expect(clock.now()).toBeGreaterThan(right.wallMs() + 399 * dayMs);
    right.passMinutes(3, () => clock.now());
    expect(Math.abs(clock.now() - right.wallMs())).toBeLessThan(2_000);
    const person = await second.logIn(ada);
    await until(async () => ((await accountOf({ person })).rampStartedAt ?? 0) <= clock.now());
    // The test mail was sent minutes ago, whatever the clock said then, so it counts for a day and no longer.
    expect(await accountOf({ person })).toMatchObject({ sentToday: 1 });
    for (const { createdAt, lastSeenAt } of await person.client("GET /amplify/account/sessions"))
      expect(Math.max(createdAt, lastSeenAt)).toBeLessThanOrEqual(clock.now() + 2_000);
    right.passMinutes(24 * 60, () => clock.now());
    expect(await accountOf({ person })).toMatchObject({ sentToday: 0 });
    await second.close();
    opened = [];

    // The mark that the wrong days left is gone as well: a third start is right from the beginning.
    const third = await startAt(data, right);
    expect(Math.abs(third.core.clock.now() - right.wallMs())).toBeLessThan(2_000);
  });
});
