import { Database as Client } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { Refusal } from "../../../contract/errors.ts";
import { mailboxLimits } from "../../../contract/limits/sandbox.ts";
import type { Database } from "../../../db/database.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { createSandboxMailStore } from "../../../db/stores/campaigns/sandboxMails.ts";
import { MailboxBound } from "../../../server/sending/senders/MailboxBound.ts";
import { createSandboxSender, sandboxBehaviours } from "../../../server/sending/senders/sandbox.ts";
import type { OutgoingMail } from "../../../server/sending/senders/sender.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { keptLog } from "../../support/server/keptLog.ts";

/** A mailbox and what sends to it, and how many commits came of it. */
function mailboxIn(database: Database) {
  let commits = 0;
  const counted: Database = {
    ...database,
    atomically: (build, check) => {
      commits += 1;
      return database.atomically(build, check);
    },
  };
  const store = createSandboxMailStore(counted);
  const sender = createSandboxSender({
    workspaceId: "u1",
    store,
    clock: { now: Date.now },
    newId: () => v7(),
    log: keptLog().log,
  });
  const list = () => store.page({ workspaceId: "u1", beforeId: null, sizeMax: 1_000 });
  return { store, sender, list, commits: () => commits };
}

function mail(to: string, head = "Subject: Hello\r\nFrom: Ada <ada@example.com>", body = "Hi"): OutgoingMail {
  const raw = Buffer.from(`${head}\r\n\r\n${body}\r\n`, "latin1");
  return { envelope: { from: "ada@example.com", to }, raw, messageId: `<${to}>` };
}

eachDatabase("sending to the sandbox", (open) => {
  const database = emptyBeforeEach(open);
  const openMailbox = () => mailboxIn(database());

  test("keeps a mail byte for byte, with what its headers say", async () => {
    const { sender, store, list } = openMailbox();
    const head =
      "From: =?UTF-8?Q?Ad=C3=A9la?= <ada@example.com>\r\nSUBJECT: =?UTF-8?B?R3LDvMOfZQ==?=\r\n =?UTF-8?Q?_aus_Wien?=\r\nX-Other: Subject: no";
    const sent = mail("bob@example.com", head, "\u00ff bytes\r\n.\r\nSubject: not this");
    expect(await sender.send(sent)).toMatchObject({ kind: "sent" });
    const [row] = await list();
    expect(row).toMatchObject({
      recipient: "bob@example.com",
      sender: "Adéla <ada@example.com>",
      subject: "Grüße aus Wien",
      messageId: "<bob@example.com>",
    });
    const kept = await store.one({ workspaceId: "u1", id: row?.id ?? "" });
    expect(Buffer.from(kept?.raw ?? "", "latin1").equals(Buffer.from(sent.raw))).toBe(true);
    expect(await store.one({ workspaceId: "u2", id: row?.id ?? "" })).toBeNull();
  });

  test("a mail without subject and from is kept too", async () => {
    const { sender, list } = openMailbox();
    await sender.send(mail("bob@example.com", "To: bob@example.com", "Subject: body"));
    expect(await list()).toMatchObject([{ subject: "", sender: "ada@example.com" }]);
  });

  test("mails sent at the same time share transactions, and each arrives once", async () => {
    const { sender, list, commits } = openMailbox();
    const addresses = Array.from({ length: 500 }, (_, i) => `lead${i}@example.com`);
    const outcomes = await Promise.all(addresses.map((to) => sender.send(mail(to))));
    expect(outcomes.every(({ kind }) => kind === "sent")).toBe(true);
    expect((await list()).map((row) => row.recipient).toSorted()).toEqual(addresses.toSorted());
    // The batches, and one look at the bound.
    expect(commits()).toBeLessThanOrEqual(Math.ceil(500 / mailboxLimits.writeBatch) + 1);
  });

  for (const { begins, outcome } of sandboxBehaviours)
    test(`an address that begins with ${begins} comes out as ${outcome.kind} and leaves no mail`, async () => {
      const { sender, list } = openMailbox();
      expect(await sender.send(mail(`${begins.toUpperCase()}-1@example.com`))).toEqual(outcome);
      expect(await sender.send(mail(`not.${begins}@example.com`))).toMatchObject({ kind: "sent" });
      expect(await list()).toHaveLength(1);
    });

  test("a mail that was written has arrived even when tidying up afterwards fails", async () => {
    const added: string[] = [];
    const store = {
      add: async (rows: readonly { recipient: string }[]) =>
        void added.push(...rows.map((row) => row.recipient)),
      lengths: () => Promise.reject(new Refusal("unavailable", "locked")),
      dropOldest: async () => 0,
    };
    const sender = createSandboxSender({
      workspaceId: "u1",
      store,
      clock: { now: Date.now },
      newId: () => v7(),
      log: keptLog().log,
    });
    expect(await sender.send(mail("bob@example.com"))).toMatchObject({ kind: "sent" });
    expect(added).toEqual(["bob@example.com"]);
  });

  test("closing waits for the mails under way", async () => {
    const { sender, list } = openMailbox();
    const sending = Array.from({ length: 10 }, (_, i) => sender.send(mail(`lead${i}@example.com`)));
    await sender.close();
    expect(await list()).toHaveLength(10);
    await Promise.all(sending);
  });
});

test("a full disk lets the account rest and keeps the recipient", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-test-"));
  const database = openDatabase({ folder, pagesMax: 400 });
  const huge = "x".repeat(900_000);
  const outcome = await mailboxIn(database).sender.send(mail("bob@example.com", "Subject: a", huge));
  expect(outcome).toMatchObject({ kind: "busy", account: true });
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a database that another process holds is said to be busy, as for any other account", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-test-"));
  const database = openDatabase({ folder });
  const holder = new Client(join(folder, "amplify.db"));
  holder.exec("BEGIN IMMEDIATE");
  const outcome = await mailboxIn(database).sender.send(mail("bob@example.com"));
  expect(outcome).toMatchObject({ kind: "busy", account: true, reason: { code: "database_busy" } });
  holder.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

const row = (id: string) => ({
  id,
  workspaceId: "u1",
  messageId: id,
  sender: "a@in.test",
  recipient: "b@in.test",
  subject: "Hello",
  raw: "Subject: Hello\r\n\r\nHi",
  receivedAt: 1,
});

eachDatabase("the bound on what is kept", (open) => {
  const database = emptyBeforeEach(open);
  /** Mails that are said to be so long, which is cheaper than writing them. */
  const saidToBe = (bytes: number) => {
    const store = createSandboxMailStore(database());
    const looks: number[] = [];
    const lengths: typeof store.lengths = async (query) => {
      const found = await store.lengths(query);
      looks.push(found.length);
      return found.map(({ id }) => ({ id, bytes }));
    };
    return { store: { ...store, lengths }, looks };
  };
  const kept = async () =>
    (await createSandboxMailStore(database()).lengths({ workspaceId: "u1", beforeId: null, countMax: 99 }))
      .length;
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => row(`m${String(from + place).padStart(3, "0")}`));

  test("lets the oldest go where an earlier process left too much, by their bytes as by their number", async () => {
    const { store } = saidToBe(mailboxLimits.keepBytes / 10);
    await store.add([...rows(0, 25), { ...row("other"), workspaceId: "u2" }]);
    await new MailboxBound({ workspaceId: "u1", store }).added([]);
    const left = await store.page({ workspaceId: "u1", beforeId: null, sizeMax: 99 });
    expect(left.map(({ id }) => id)).toEqual(
      rows(15, 10)
        .map(({ id }) => id)
        .toReversed(),
    );
    expect(await store.countOf("u2")).toBe(1);
  });

  test("keeps the newest, however long it is", async () => {
    const { store } = saidToBe(mailboxLimits.keepBytes * 2);
    await store.add(rows(0, 3));
    await new MailboxBound({ workspaceId: "u1", store }).added([]);
    expect(await kept()).toBe(1);
  });

  test("is looked at again only once more has come than may stay, whether they are many or long", async () => {
    const { store, looks } = saidToBe(mailboxLimits.keepBytes / 10);
    await store.add(rows(0, 10));
    const bound = new MailboxBound({ workspaceId: "u1", store });
    await bound.added([]);
    const before = looks.length;
    const long = { raw: "x".repeat(mailboxLimits.trimBytes / 4) };
    await bound.added([long, long, long]);
    expect([looks.length, await kept()]).toEqual([before, 10]);
    await store.add(rows(10, 4));
    await bound.added([long]);
    expect([looks.length > before, await kept()]).toEqual([true, 10]);
  });

  test("drops them so many and so long at a time", async () => {
    const store = createSandboxMailStore(database());
    const long = (id: string) => ({
      id,
      workspaceId: "u1",
      messageId: id,
      sender: "a",
      recipient: "b",
      subject: "",
      receivedAt: 1,
      raw: "x".repeat(1_000),
    });
    await store.add(["a", "b", "c", "d", "e", "f"].map(long));
    const drop = (countMax: number, bytesMax: number) =>
      store.dropOldest({ workspaceId: "u1", lastId: null, countMax, bytesMax });
    expect([await drop(9, 10), await drop(9, 2_500), await drop(2, 9_000), await drop(2, 9_000)]).toEqual([
      1, 2, 2, 1,
    ]);
    expect(await drop(2, 9_000)).toBe(0);
  });
});
