import { Database as Client } from "bun:sqlite";
import { expect, test } from "bun:test";
import { PGlite } from "@electric-sql/pglite";
import { migrations as postgresSteps } from "../../../db/migrations/postgres.ts";
import { migrations as sqliteSteps } from "../../../db/migrations/sqlite.ts";
import { takeStep as takePostgresStep } from "../../../db/postgres/takeStep.ts";
import { takeStep } from "../../../db/sqlite/takeStep.ts";

const tag = "0040_joined_accents";
const hashingFor = () => (address: string) => address;

/** Of more leads than are looked at in one query, some with an accent that is a character of its own. */
function texts(): string[] {
  const names = Array.from({ length: 2_300 }, (_, index) => `lead ${index} l${index}@in.test`);
  names[0] = "rene\u0301 r@in.test";
  names[1_500] = "\u1112\u1161\u11ab h@in.test";
  names[2_299] = "zoe\u0308 z@in.test";
  // One that no letter takes stays as it is.
  names[7] = "x\u0301 x@in.test";
  return names;
}

test("a name whose accents were characters of their own is found after the step, and other leads are not written", () => {
  const client = new Client(":memory:");
  const at = sqliteSteps.findIndex((step) => step.tag === tag);
  for (const step of sqliteSteps.slice(0, at)) takeStep(client, step, hashingFor);
  const add = client.prepare(
    `INSERT INTO "leads" ("id", "workspaceId", "firstName", "lastName", "email", "phone", "searchText", "emailHash", "optout", "emailCount", "openedCount", "createdAt", "updatedAt")
     VALUES (?1, 'w', '', '', ?1, '', ?2, ?1, 0, 0, 0, 1, 1)`,
  );
  for (const [index, text] of texts().entries()) add.run(`l${String(index).padStart(5, "0")}`, text);
  client.exec(`CREATE TEMP TABLE "written" ("id" text)`);
  client.exec(
    `CREATE TEMP TRIGGER "noted" AFTER UPDATE ON "leads" BEGIN INSERT INTO "written" VALUES (new."id"); END`,
  );
  const [step] = sqliteSteps.slice(at);
  if (step === undefined) throw new Error("the step is there");
  takeStep(client, step, hashingFor);
  const rows = client
    .query<{ searchText: string }, []>(`SELECT "searchText" FROM "leads" ORDER BY "id"`)
    .all();
  expect(rows.map(({ searchText }) => searchText)).toEqual(texts().map((text) => text.normalize("NFC")));
  expect(client.query(`SELECT "id" FROM "written" ORDER BY "id"`).values().flat()).toEqual([
    ...["l00000", "l01500", "l02299"],
  ]);
});

test("on PostgreSQL the step leaves leads to whoever may be writing them", async () => {
  const client = await PGlite.create();
  const step = postgresSteps.find((one) => one.tag === tag);
  if (step === undefined) throw new Error("the step is there");
  // There is no table yet, so that any look at one would fail.
  await takePostgresStep(client, step, hashingFor);
});
