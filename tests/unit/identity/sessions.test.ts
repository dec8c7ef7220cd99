import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionLimits } from "../../../contract/limits/identity.ts";
import type { Database } from "../../../db/database.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { createSessionStore } from "../../../db/stores/identity/sessions.ts";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { createNotices } from "../../../server/identity/notices.ts";
import { createSessions } from "../../../server/identity/sessions.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { failNth } from "../../support/db/failNth.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { until } from "../../support/until.ts";

const minuteMs = 60_000;
const start = 1_800_000_000_000;

/** Sessions over a clock that the test moves. */
async function begin(database: Database) {
  let now = start;
  const clock = { now: () => now };
  await createUserStore(database).add({
    id: "u1",
    email: "ada@example.com",
    firstName: "Ada",
    lastName: "Lovelace",
    passwordHash: null,
    googleSubject: null,
    status: "AMFR",
    role: "user",
    createdAt: start,
  });
  const { log, entries } = keptLog();
  const sessions = createSessions({
    clock,
    log,
    database: database,
    settings: readSettings({}),
  });
  const token = await sessions.open({ userId: "u1", request: new Request("http://localhost") });
  const request = new Request("http://localhost", { headers: { cookie: `amplify=${token}` } });
  const stored = async () => (await database.read.select().from(database.tables.sessions))[0];
  return {
    entries,
    sessions,
    token,
    request,
    stored,
    isLive: async () => (await sessions.callerOf(request)) !== null,
    at(ms: number) {
      now = start + ms;
    },
  };
}

eachDatabase("a session", (open) => {
  const database = emptyBeforeEach(open);

  test("is named by something that a command line does not take for an option", async () => {
    const { sessions } = await begin(database());
    const request = new Request("http://localhost");
    const ids = Array.from({ length: 1000 }, () => sessions.make({ userId: "u1", request }).row.id);
    expect(ids.filter((id) => id.startsWith("-"))).toEqual([]);
  });

  test("ends after seven days without a visit", async () => {
    const { isLive, at } = await begin(database());
    at(sessionLimits.idleMs - 1);
    expect(await isLive()).toBe(true);
    at(2 * sessionLimits.idleMs);
    expect(await isLive()).toBe(false);
  });

  test("ends after thirty days however often it is used", async () => {
    const { isLive, at, stored } = await begin(database());
    for (let ms = 0; ms < sessionLimits.absoluteMs; ms += sessionLimits.idleMs / 2) {
      at(ms);
      expect(await isLive()).toBe(true);
      // A request does not wait until its visit is noted.
      await until(async () => (await stored())?.lastSeenAt === start + ms);
    }
    at(sessionLimits.absoluteMs);
    expect(await isLive()).toBe(false);
  });

  test("is written down at most every five minutes", async () => {
    const { isLive, at, stored } = await begin(database());
    for (const minute of [1, 2, 4.9]) {
      at(minute * minuteMs);
      await isLive();
      expect((await stored())?.lastSeenAt).toBe(start);
    }
    at(6 * minuteMs);
    await isLive();
    await until(async () => (await stored())?.lastSeenAt === start + 6 * minuteMs);
  });

  test("is stored without its token", async () => {
    const { token, stored } = await begin(database());
    expect(JSON.stringify(await stored())).not.toContain(token);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });

  test("keeps what it was opened with in a few words, and no address", async () => {
    const { sessions, stored } = await begin(database());
    expect((await stored())?.device).toBe("An unknown device");
    const headers = { "user-agent": "curl/8.7.1", "x-forwarded-for": "203.0.113.7" };
    const { row } = sessions.make({ userId: "u1", request: new Request("http://localhost", { headers }) });
    expect(row.device).toBe("A program (curl)");
    expect(JSON.stringify(row)).not.toContain("203.0.113");
  });
});

eachDatabase("a session that is over", (open) => {
  const database = emptyBeforeEach(open);
  test("because it has expired is swept away, and whoever listens is told", async () => {
    const { sessions, at, stored } = await begin(database());
    const told: string[] = [];
    sessions.onEnded((ids) => told.push(...ids));
    const id = (await stored())?.id;
    await sessions.sweep();
    expect(told).toEqual([]);
    at(sessionLimits.idleMs + 1);
    await sessions.sweep();
    expect(told).toEqual([String(id)]);
    expect(await stored()).toBeUndefined();
  });

  test("because somebody signed in anew in its place is no longer one, and whoever listens is told", async () => {
    const { sessions, request, isLive, stored } = await begin(database());
    const told: string[] = [];
    sessions.onEnded((ids) => told.push(...ids));
    const id = (await stored())?.id;
    await sessions.open({ userId: "u1", request });
    expect(told).toEqual([String(id)]);
    expect(await isLive()).toBe(false);
  });

  test("because another process has ended it is noticed, and only that one", async () => {
    const { sessions, stored } = await begin(database());
    const told: string[] = [];
    sessions.onEnded((ids) => told.push(...ids));
    const row = await stored();
    const here = { sessionId: String(row?.id), workspaceId: String(row?.userId) };
    await sessions.notice([here]);
    expect(told).toEqual([]);
    await sessions.notice([here, { ...here, sessionId: "gone" }]);
    expect(told).toEqual(["gone"]);
  });
});

eachDatabase("on a broken disk a session", (open) => {
  const database = emptyBeforeEach(open);
  test("whose last use cannot be noted is still one, and the log tells of it", async () => {
    // The first transaction adds the person, the second opens the session, the third is the note.
    const broken = failNth(database(), 3);
    const { isLive, at, entries } = await begin(broken.database);
    at(sessionLimits.touchEveryMs);
    expect(await isLive()).toBe(true);
    await until(() => entries.length > 0);
    expect(entries).toMatchObject([
      { level: "warn", message: "When a session was last used could not be noted", user: "u1" },
    ]);
    expect(String(entries[0]?.error)).toContain("planned");
  });
});

eachDatabase("the devices that somebody signed in on", (open) => {
  const database = emptyBeforeEach(open);
  const settings = readSettings({ AMPLIFY_SYSTEM_SMTP: "smtp://127.0.0.1:9?from=amplify@server.test" });
  const coreAt = (now: () => number) => {
    const newId = () => Bun.randomUUIDv7();
    return { clock: { now }, database: database(), settings, log: keptLog().log, newId };
  };

  /** The devices in the mails that were written since the last look. */
  async function told(): Promise<string[]> {
    const { read, atomically, tables } = database();
    const rows = await read.select().from(tables.jobs).orderBy(tables.jobs.id);
    await atomically((write) => ({ gone: write.delete(tables.jobs) }));
    return rows.map(({ payload }) => JSON.parse(payload).device);
  }

  /** Signs in on each of these devices, a minute after each other; answers those that were told as new. */
  async function signInOn(devices: readonly string[], at = start): Promise<string[]> {
    let now = at;
    const core = coreAt(() => now);
    const sessions = createSessions(core, createNotices(core));
    for (const device of devices) {
      const headers = { "user-agent": device };
      const token = await sessions.open({
        userId: "u1",
        request: new Request("http://localhost", { headers }),
      });
      await sessions.endToken(token);
      now += minuteMs;
    }
    return told();
  }
  const program = (name: string) => `A program (${name})`;

  test("are known for ninety days after the last sign-in there, and no longer", async () => {
    const later = start + 90 * 24 * 60 * minuteMs + 1;
    expect(await signInOn(["one", "two"])).toEqual([program("two")]);
    expect(await signInOn(["two"], later)).toEqual([]);
    expect(await signInOn(["one"], later)).toEqual([program("one")]);
  });

  test("are at most twenty, the ones used last, and a sign-in keeps a device among them", async () => {
    const many = Array.from({ length: 20 }, (_, index) => `program${index}`);
    await signInOn([...many, "program0", "another"]);
    const { knownDevices } = database().tables;
    const kept = (await database().read.select().from(knownDevices)).map(({ device }) => device);
    expect(kept.toSorted()).toEqual(
      [...many.filter((name) => name !== "program1"), "another"].map(program).toSorted(),
    );
    expect(await signInOn(["program1"], start + 60 * minuteMs)).toEqual([program("program1")]);
  });

  test("are each person's own", async () => {
    await signInOn(["one"]);
    const core = coreAt(() => start);
    const sessions = createSessions(core, createNotices(core));
    await sessions.open({ userId: "u2", request: new Request("http://localhost") });
    expect(await told()).toEqual([]);
  });
});

const asStoredNow =
  "a session and its owner are what is stored now, though they were asked for a moment ago, whoever changed them";

test(asStoredNow, async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-sessions-"));
  const [here, elsewhere] = [openDatabase({ folder }), openDatabase({ folder })];
  try {
    await seeChanges(here, elsewhere);
  } finally {
    await here.close();
    await elsewhere.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

onPostgres("on PostgreSQL", (postgres) => {
  test(asStoredNow, async () => {
    const url = await postgres.copy();
    await seeChanges(await postgres.open(url), await postgres.open(url));
  });
});

async function seeChanges(here: Database, elsewhere: Database): Promise<void> {
  const { sessions, request } = await begin(here);
  const users = createUserStore(elsewhere);
  expect(await sessions.callerOf(request)).toMatchObject({ uid: "u1", status: "AMFR" });
  await users.grant({ email: "ada@example.com", status: "AMPR" });
  const changed = await sessions.callerOf(request);
  expect(changed).toMatchObject({ uid: "u1", status: "AMPR" });
  await createUserStore(here).grant({ email: "ada@example.com", status: "AMEX" });
  expect(await sessions.callerOf(request)).toMatchObject({ status: "AMEX" });
  expect(await sessions.callerOf(request)).toMatchObject({ status: "AMEX" });
  await createSessionStore(elsewhere).end([changed?.sessionId ?? ""]);
  expect(await sessions.callerOf(request)).toBeNull();
}
