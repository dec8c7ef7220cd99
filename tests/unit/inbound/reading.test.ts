import { afterEach, beforeEach, expect, test } from "bun:test";
import { inboundLimits } from "../../../contract/limits/accounts/inbound.ts";
import { dayMs, hourMs, mib } from "../../../contract/limits/units.ts";
import type { Database } from "../../../db/database.ts";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { eachDatabase, emptyBeforeEach, type OpenEmpty } from "../../support/db/databases.ts";
import { type ImapStandIn, startImapStandIn } from "../../support/imap/imapStandIn.ts";
import { answer, type ReadingWorld, readingWorld } from "../../support/imap/readingWorld.ts";
import { until } from "../../support/until.ts";

/** What a client may say that changes nothing, neither a mail nor its flags. */
const harmless =
  /^(CAPABILITY|ID|STARTTLS|NAMESPACE|LOGIN|AUTHENTICATE|LIST|LSUB|EXAMINE INBOX|NOOP|IDLE|DONE|LOGOUT|UID SEARCH|UID FETCH)\b/;

eachDatabase("a mailbox that may be read", (open) => {
  const at = setUp(open);
  reading(at);
  goingOn(at);
  failing(at);
  sharing(at);
});

type At = {
  imap: ImapStandIn;
  world: ReadingWorld;
  database(): Database;
  idling(): Promise<void>;
  fetches(): string[];
};

/** A mailbox for each test, with looks at whether anything was changed in it, or told of it. */
function setUp(open: OpenEmpty): At {
  const at = {
    database: () => database(),
    idling: () => until(() => at.imap.commands.at(-1) === "IDLE"),
    fetches: () => at.imap.commands.filter((line) => line.startsWith("UID FETCH")),
  } as At;
  beforeEach(async () => {
    at.imap = await startImapStandIn();
    at.world = readingWorld(at.database);
  });
  afterEach(async () => {
    await at.world.close();
    await at.imap.close();
    // Whatever a test was about: nobody's mailbox is changed, and no mail is marked as read.
    expect(at.imap.commands.filter((line) => !harmless.test(line))).toEqual([]);
    expect(at.imap.commands.filter((line) => /BODY\[|RFC822(?!\.SIZE)/i.test(line))).toEqual([]);
    expect(at.world.logged.join("\n")).not.toMatch(/the-Password-9|private|Subject/);
  });
  // After the hook above, so that the database is closed last.
  const database = emptyBeforeEach(open);
  return at;
}

function reading(at: At): void {
  test("of a hundred thousand mails is connected without one of them being looked at", async () => {
    at.imap.mailbox.fill(100_000, Date.now());
    await at.world.addAccount(at.imap);
    at.world.start();
    await at.idling();
    expect(at.fetches()).toEqual([]);
    expect(at.imap.sentBytes()).toBeLessThan(5_000);
    const uid = at.imap.mailbox.add({ raw: answer("yes") });
    await until(() => at.world.taken.length === 1);
    expect(at.fetches().every((line) => line.startsWith(`UID FETCH ${uid} `))).toBeTrue();
    expect(at.world.taken).toMatchObject([{ workspaceId: "ada", credentialId: "account", isWhole: true }]);
    expect(Buffer.from(at.world.taken[0]?.raw ?? []).toString()).toBe(answer("yes"));
  });

  test("is read from the moment on that an account's mails went out, and what is not about them is not fetched", async () => {
    const now = Date.now();
    at.imap.mailbox.fill(100_000, now - 2 * dayMs);
    at.imap.mailbox.add({ raw: answer("too-early"), receivedAt: now - 5 * hourMs });
    const answered = at.imap.mailbox.add({ raw: answer("since"), receivedAt: now - hourMs });
    at.imap.mailbox.add({ raw: "Subject: private\r\n\r\nprivate\r\n", receivedAt: now - hourMs });
    await at.world.addAccount(at.imap, { readFrom: now - 2 * hourMs });
    at.world.start();
    await at.idling();
    expect(at.world.texts()).toEqual(["since"]);
    expect(at.fetches().filter((line) => line.includes("BODY.PEEK[]"))).toEqual([
      `UID FETCH ${answered} (BODY.PEEK[]<0.${inboundLimits.mailBytes}> UID)`,
    ]);
    expect(await at.world.row()).toMatchObject({ state: "reading", uidValidity: 1, lastUid: answered + 1 });
  });

  test("gives a mail that was not stored as dealt with again, under the same key", async () => {
    await at.world.addAccount(at.imap);
    at.world.start();
    await at.idling();
    let isBroken = true;
    at.world.script.take = async () => {
      if (isBroken) throw new Error("private");
    };
    at.imap.mailbox.add({ raw: answer("first") });
    at.imap.mailbox.add({ raw: answer("second") });
    await until(async () => (await at.world.row())?.state === "resting");
    expect(await at.world.row()).toMatchObject({ reason: { code: "mailbox_unkept" }, lastUid: 0 });
    isBroken = false;
    await at.world.hurry();
    await until(() => at.world.taken.length === 2);
    expect(at.world.taken.map(({ key }) => key)).toEqual(["account INBOX 1 1", "account INBOX 1 2"]);
  });

  test("passes over a mail that can never be dealt with, for what came after it", async () => {
    await at.world.addAccount(at.imap);
    at.world.start();
    await at.idling();
    let tries = 0;
    at.world.script.take = async ({ raw }) => {
      if (!Buffer.from(raw).includes("deadly")) return;
      tries += 1;
      throw new Error("private");
    };
    at.imap.mailbox.add({ raw: answer("deadly") });
    at.imap.mailbox.add({ raw: answer("good") });
    await until(async () => {
      await at.world.hurry();
      return at.world.taken.length === 1;
    });
    expect({ tries, texts: at.world.texts() }).toEqual({ tries: inboundLimits.triesMax, texts: ["good"] });
  });
}

function goingOn(at: At): void {
  test("goes on where it was after a connection that was cut, and reads what came meanwhile once", async () => {
    await at.world.addAccount(at.imap);
    at.world.start();
    await at.idling();
    at.imap.mailbox.add({ raw: answer("one") });
    await until(() => at.world.taken.length === 1);
    await at.idling();
    at.imap.cut();
    at.imap.mailbox.add({ raw: answer("two") });
    await until(async () => (await at.world.row())?.state === "resting");
    expect(await at.world.row()).toMatchObject({ failures: 1, lastUid: 1 });
    await at.world.hurry();
    await until(() => at.world.taken.length === 2);
    expect(at.world.texts()).toEqual(["one", "two"]);
  });

  test("whose numbers begin anew is gone on with from the last look by its dates, not from the start", async () => {
    const now = Date.now();
    at.imap.mailbox.fill(3_000, now - 3 * dayMs);
    await at.world.addAccount(at.imap);
    const first = at.world.start();
    await at.idling();
    at.imap.mailbox.add({ raw: answer("before"), receivedAt: now });
    await until(() => at.world.taken.length === 1);
    await until(async () => (await at.world.row())?.lastUid === 3_001);
    await first.close();
    at.imap.mailbox.renumber();
    at.imap.mailbox.add({ raw: answer("after"), receivedAt: now + 1_000 });
    at.imap.commands.length = 0;
    at.world.start();
    await until(() => at.world.texts().includes("after"));
    await at.idling();
    // The last one before is within what two clocks may differ by; whoever takes it knows it by its Message-ID.
    expect(at.world.texts()).toEqual(["before", "before", "after"]);
    expect(at.fetches()[0]).toMatch(/^UID FETCH 4001,4002 |^UID FETCH 4001:4002 /);
    expect(await at.world.row()).toMatchObject({ uidValidity: 2, lastUid: 4_002 });
  });

  test("holds a mail of 50 MB, of which only the beginning is fetched", async () => {
    await at.world.addAccount(at.imap);
    at.world.start();
    await at.idling();
    at.imap.mailbox.add({ header: "In-Reply-To: <ours@example.com>", size: 50 * mib });
    await until(() => at.world.taken.length === 1);
    expect(at.world.taken[0]?.isWhole).toBeFalse();
    expect(at.world.taken[0]?.raw.length).toBe(inboundLimits.mailBytes);
    expect(at.imap.sentBytes()).toBeLessThan(inboundLimits.mailBytes + inboundLimits.headerBytes + 10_000);
  });
}

function failing(at: At): void {
  test("that refuses the sign-in is not asked again before a person has acted, who is told once", async () => {
    await at.world.addAccount(at.imap, { password: "wrong" });
    at.world.start();
    await until(async () => (await at.world.row())?.state === "stopped");
    expect((await at.world.row())?.reason).toMatchObject({
      code: "mailbox_sign_in_refused",
      params: { help: "smtp" },
      reply: expect.stringContaining("Invalid credentials"),
    });
    await at.world.hurry();
    // That another is read says that this one was passed over.
    const other = await startImapStandIn();
    await at.world.addAccount(other, { id: "other" });
    at.world.start().wake();
    await until(async () => (await at.world.row("other"))?.state === "reading");
    await other.close();
    expect({ notices: at.world.notices, connections: at.imap.connectionCount() }).toEqual({
      notices: ["account@example.com"],
      connections: 1,
    });
    // With the right password it is read.
    await at.world.turnOn(at.imap, {});
    at.world.start();
    await at.idling();
  });

  test.each([
    ["[UNAVAILABLE] Temporary authentication failure", "NO"],
    ["[ALERT] Too many simultaneous connections. (Failure)", "NO"],
  ])("waits where a sign-in is refused for the moment alone: %s", async (words, status) => {
    at.imap.script.instead = (line) =>
      line.startsWith("AUTHENTICATE") ? { say: `${status} ${words}` } : null;
    await at.world.addAccount(at.imap);
    at.world.start();
    await until(async () => (await at.world.row())?.state === "resting");
    expect((await at.world.row())?.reason).toMatchObject({ code: "mailbox_busy" });
    expect(at.world.notices).toEqual([]);
    expect((await at.world.row())?.nextTryAt).toBeGreaterThan(Date.now() + inboundLimits.restBusyMs / 2);
  });

  test("waits after a BYE, and ever longer after each failure", async () => {
    at.imap.script.instead = (line) => (line.startsWith("EXAMINE") ? { bye: "shutting down" } : null);
    await at.world.addAccount(at.imap);
    at.world.start();
    const rests: number[] = [];
    for (const failures of [1, 2, 3]) {
      await until(async () => (await at.world.row())?.failures === failures);
      rests.push(((await at.world.row())?.nextTryAt ?? 0) - Date.now());
      await at.world.hurry();
    }
    expect((await at.world.row())?.reason).toMatchObject({ code: "mailbox_busy", reply: "shutting down" });
    expect(rests.every((rest) => rest > 60_000)).toBeTrue();
  });
}

function sharing(at: At): void {
  test("is read by one of two processes, and by the other once that has ended", async () => {
    await at.world.addAccount(at.imap);
    const one = at.world.start();
    const other = at.world.start();
    await at.idling();
    at.imap.mailbox.add({ raw: answer("once") });
    await until(() => at.world.taken.length === 1);
    expect({ open: at.imap.open(), ever: at.imap.connectionCount() }).toEqual({ open: 1, ever: 1 });
    await one.close();
    at.imap.mailbox.add({ raw: answer("twice") });
    await until(() => at.world.taken.length === 2);
    expect(at.imap.open()).toBe(1);
    await other.close();
    await until(() => at.imap.open() === 0);
    expect(at.world.texts()).toEqual(["once", "twice"]);
  });

  test("is let go at once when it is turned off, and nothing of it is kept", async () => {
    await at.world.addAccount(at.imap);
    const readers = at.world.start();
    await at.idling();
    await at.world.store().turnOff({ workspaceId: "ada", id: "account" });
    readers.wake();
    await until(() => at.imap.open() === 0);
    expect(await at.world.row()).toBeNull();
  });

  test("is let go when its account is removed, while a mail of it is being dealt with too", async () => {
    await at.world.addAccount(at.imap);
    const readers = at.world.start();
    await at.idling();
    const { promise, resolve } = Promise.withResolvers<void>();
    let isTaking = false;
    at.world.script.take = () => {
      isTaking = true;
      return promise;
    };
    at.imap.mailbox.add({ raw: answer("late") });
    await until(() => isTaking);
    await createCredentialStore(at.database()).remove({ workspaceId: "ada", id: "account" });
    readers.wake();
    resolve();
    await until(() => at.imap.open() === 0);
    expect(await at.world.row()).toBeNull();
  });

  test("makes room for others where there are more than connections, so that each is looked at", async () => {
    const others = await Promise.all([startImapStandIn(), startImapStandIn()]);
    const all = [at.imap, ...others];
    for (const [index, each] of all.entries()) {
      await at.world.addAccount(each, { id: `account${index}`, readFrom: Date.now() - hourMs });
      each.mailbox.add({ raw: answer(`to${index}`) });
    }
    at.world.start({ connectionsMax: 1 });
    await until(() => at.world.taken.length === 3);
    expect(all.map((each) => each.open()).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1);
    for (const each of others) await each.close();
  });
}
