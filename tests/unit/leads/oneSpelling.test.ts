import { Database as Client } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { migrations as postgresSteps } from "../../../db/migrations/postgres.ts";
import { migrations as sqliteSteps } from "../../../db/migrations/sqlite.ts";
import type { Step } from "../../../db/migrations/step.ts";
import { applyStep } from "../../../db/postgres/applyStep.ts";
import { follow } from "../../../db/sqlite/applyStep.ts";
import { emptyPostgres } from "../../support/db/emptyPostgres.ts";
import { fillOldSpellings, type InsertRow } from "../../support/db/oldSpellings.ts";

const hash = (address: string) => `hash of ${address}`;
const tag = "0003_one_spelling";

type Look = (sql: string) => Promise<Record<string, unknown>[]>;

describe("rows of a time when every spelling was an address of its own, on SQLite", () => {
  define(async () => {
    const client = new Client(":memory:");
    for (const step of upTo(sqliteSteps)) {
      if (step.tag === tag)
        await fillOldSpellings(async (...row) => void client.query(insertion(...row)).all(), hash);
      for (const statement of step.sql.split("--> statement-breakpoint")) client.exec(statement);
      if (step.code) follow(client, step.code({ dialect: "sqlite", hashingFor: () => hash }));
    }
    return async (sql) => client.query<Record<string, unknown>, []>(sql).all();
  });
});

describe("rows of a time when every spelling was an address of its own, on PostgreSQL", () => {
  define(async () => {
    const client = await emptyPostgres();
    for (const step of upTo(postgresSteps)) {
      if (step.tag === tag)
        await fillOldSpellings(async (...row) => void (await client.query(insertion(...row))), hash);
      await applyStep(client, step, () => hash);
    }
    return async (sql) => (await client.query<Record<string, unknown>>(sql)).rows;
  });
});

/** What came after knows nothing of this step. */
function upTo(steps: readonly Step[]): readonly Step[] {
  return steps.slice(0, steps.findIndex((step) => step.tag === tag) + 1);
}

function insertion(...[table, row]: Parameters<InsertRow>): string {
  const literal = (value: unknown) =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : `${value}`;
  const names = Object.keys(row).map((name) => `"${name}"`);
  return `INSERT INTO "${table}" (${names.join(", ")}) VALUES (${Object.values(row).map(literal).join(", ")})`;
}

function define(migrated: () => Promise<Look>): void {
  let look: Look;
  beforeAll(async () => {
    look = await migrated();
  }, 60_000);
  const leadNamed = (id: string) => oneLead(look, id);

  test("two leads of a mailbox are the older one, opted out if either was, with the counts and the words of both", async () => {
    expect(await leadNamed("l1")).toEqual({
      email: "unsub@in.test",
      emailHash: hash("unsub@in.test"),
      firstName: "First",
      lastName: "Later",
      phone: "+43 1",
      optout: true,
      emailCount: 4,
      openedCount: 1,
      searchText: "first later unsub@in.test +43 1",
    });
    expect(await look(`SELECT "id" FROM "leads" WHERE "ownerId" = 'u1' ORDER BY "id"`)).toEqual(
      ["l1", "l3", "l5", "l6", "l7"].map((id) => ({ id })),
    );
    const counts = await look(`SELECT "ownerId", "count" FROM "leadCounts" ORDER BY "ownerId"`);
    expect(counts.map((row) => [row.ownerId, Number(row.count)])).toEqual([
      ["u1", 5],
      ["u2", 1],
    ]);
  });

  test("a lead of its own gets the normal form, and is found by the letters that people read", async () => {
    expect(await leadNamed("l3")).toMatchObject({ email: "x@xn--mnchen-3ya.test", optout: false });
    expect(await leadNamed("l5")).toMatchObject({
      email: "solo@xn--zrich-kva.test",
      searchText: "una  solo@xn--zrich-kva.test  solo@zurich.test",
    });
    expect(await leadNamed("l8")).toMatchObject({ email: "unsub@in.test", optout: false });
    expect(await look(`SELECT "email", "emailHash", "searchText" FROM "deletedLeads"`)).toEqual([
      { email: "gone@in.test", emailHash: hash("gone@in.test"), searchText: "una  gone@in.test " },
    ]);
  });

  test("whoever had opted out by another spelling is out, also where only a mail or a later lead knows it", async () => {
    expect(await leadNamed("l6")).toMatchObject({ optout: true });
    expect(await leadNamed("l7")).toMatchObject({ optout: true });
    expect(await look(`SELECT "emailHash", "source" FROM "suppressions" ORDER BY "emailHash"`)).toEqual([
      { emailHash: hash("left@in.test"), source: "recipient" },
      { emailHash: hash("out@xn--zrich-kva.test"), source: "owner" },
      // Nothing here says that this one was an address; it is found when it is added again.
      { emailHash: hash("stranger@köln.test"), source: "recipient" },
      { emailHash: hash("unsub@in.test"), source: "recipient" },
    ]);
  });

  defineRest((sql) => look(sql));
}

/** What refers to leads, and who else has addresses. */
function defineRest(look: Look): void {
  test("collections and what an import changed follow the lead that is kept", async () => {
    expect(await look(`SELECT * FROM "memberships" ORDER BY "collectionId", "leadId"`)).toEqual([
      { collectionId: "c1", leadId: "l1" },
      { collectionId: "c2", leadId: "l1" },
      { collectionId: "c2", leadId: "l5" },
    ]);
    const changes = await look(`SELECT "leadId", "wrote" FROM "importChanges" ORDER BY "position"`);
    expect(changes.map(({ leadId }) => leadId)).toEqual(["l5", "l1"]);
    expect(String(changes[0]?.wrote).split("\u001f")).toEqual(["Una", "", "", "solo@xn--zrich-kva.test"]);
  });

  test("no mail is lost, none goes twice to a mailbox, and the kept lead's is the one that was sent", async () => {
    const rows = await look(`SELECT "id", "leadId", "state", "email" FROM "deliveries" ORDER BY "id"`);
    const mails = Object.fromEntries(rows.map(({ id, ...rest }) => [String(id), Object.values(rest)]));
    expect(mails).toEqual({
      "d-queued": ["l4", "skipped", "x@xn--mnchen-3ya.test"],
      "d-sent": ["l3", "sent", "x@xn--mnchen-3ya.test"],
      "d-solo": ["l5", "queued", "solo@xn--zrich-kva.test"],
      "d-first": ["l1", "sent", "unsub@in.test"],
      "d-second": ["l2", "sent", "unsub@in.test"],
      "d-once": ["l1", "failed", "unsub@in.test"],
      "d-in": ["l1", "deferred", "unsub@in.test"],
      "d-out": ["l2", "skipped", "unsub@in.test"],
      "d-left": ["long gone", "sent", "left@in.test"],
    });
    expect(await look(`SELECT "reason" FROM "deliveries" WHERE "id" = 'd-queued'`)).toEqual([
      { reason: "Another mail of this campaign goes to the same mailbox" },
    ]);
    expect(await look(`SELECT "deliveryId" FROM "clicks"`)).toEqual([{ deliveryId: "d-second" }]);
  });

  test("people and accounts get the normal form, and where it is somebody else's theirs stays", async () => {
    expect(await look(`SELECT "id", "email" FROM "users" ORDER BY "id"`)).toEqual([
      { id: "u1", email: "solo@xn--zrich-kva.test" },
      { id: "u2", email: "boss@münchen.test" },
      { id: "u3", email: "boss@xn--mnchen-3ya.test" },
    ]);
    const accounts = await look(`SELECT "appEmail" FROM "credentials" ORDER BY "id"`);
    expect(accounts.map(({ appEmail }) => appEmail)).toEqual([
      "box@münchen.test",
      "box@xn--mnchen-3ya.test",
      "one@xn--mnchen-3ya.test",
    ]);
  });
}

async function oneLead(look: Look, id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await look(
    `SELECT "email", "emailHash", "firstName", "lastName", "phone", "optout", "emailCount", "openedCount", "searchText"
      FROM "leads" WHERE "id" = '${id}'`,
  );
  if (row === undefined) return undefined;
  const { optout, emailCount, openedCount, ...words } = row;
  return {
    ...words,
    optout: Boolean(optout),
    emailCount: Number(emailCount),
    openedCount: Number(openedCount),
  };
}
