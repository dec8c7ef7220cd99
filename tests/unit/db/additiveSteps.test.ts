import { expect, test } from "bun:test";
import { migrations } from "../../../db/migrations/postgres.ts";

/** The last step of before several servers could work on one database. */
const before = "0015_devices_of_sessions";

/**
 * Steps that do more than add, each with the reason why a server of the version before goes on all the same. What it
 * asks for must still be there, and what it writes must still be taken; see CONTRIBUTING.
 */
const exceptions: Record<string, string> = {
  "0019_lead_search": "an extension and an index, in a block since they may be refused",
  "0038_journal_unlogged":
    "what it asks of the table and writes to it is the same; a reader that meets it empty believes nothing",
  "0048_mail_counts_hot":
    "what it asks is answered the same without the index, and what it writes finds room",
  "0050_last_names_in_order": "what it asks is answered the same without the index, by sorting",
};

/** What a step does that the version before might not bear, a phrase for each statement. */
function notAdditive(sql: string): string[] {
  const statements = sql
    .split("--> statement-breakpoint")
    .map((text) =>
      text
        .replace(/^\s*--.*$/gm, "")
        .replace(/\s+/g, " ")
        .trim()
        .replace(/;$/, ""),
    )
    .filter((text) => text !== "");
  const made = new Set(
    statements.flatMap((text) => /^CREATE (?:UNLOGGED )?TABLE "?(\w+)"?/i.exec(text)?.[1] ?? []),
  );
  const added = new Set(
    statements.flatMap((text) => /^ALTER TABLE "?\w+"? ADD COLUMN "?(\w+)"?/i.exec(text)?.[1] ?? []),
  );
  return statements.filter((text) => !isAddition(text, { made, added }));
}

function isAddition(text: string, { made, added }: Record<"made" | "added", ReadonlySet<string>>): boolean {
  if (/^CREATE (UNLOGGED )?TABLE /i.test(text) || text === "SELECT 1") return true;
  // Nobody of the version before writes to a table that it does not know.
  const [, table = ""] = /^(?:ALTER TABLE|INSERT INTO|UPDATE|DELETE FROM) "?(\w+)"?/i.exec(text) ?? [];
  if (made.has(table)) return true;
  const [, indexed = ""] = /^CREATE UNIQUE INDEX .*? ON "?(\w+)"?/i.exec(text) ?? [];
  // What was allowed twice would be refused to it.
  if (indexed !== "") return made.has(indexed);
  if (/^CREATE (INDEX|OR REPLACE FUNCTION|FUNCTION|TRIGGER) /i.test(text)) return true;
  // It writes rows without the column.
  if (/^ALTER TABLE "?\w+"? ADD COLUMN /i.test(text))
    return !/ NOT NULL/i.test(text) || / DEFAULT /i.test(text);
  const [, column = ""] = /^UPDATE "?\w+"?(?: AS \w+)? SET "?(\w+)"? = /i.exec(text) ?? [];
  return added.has(column);
}

test("steps add, so that servers of the version before go on beside the new one, or say why they may do more", () => {
  const wrong = migrations
    .filter(({ tag }) => tag > before && exceptions[tag] === undefined)
    .flatMap(({ tag, sql }) => notAdditive(sql).map((text) => `${tag}: ${text}`));
  expect(wrong).toEqual([]);
});

test.each([
  'DROP TABLE "leads"',
  'ALTER TABLE "leads" DROP COLUMN "phone"',
  'ALTER TABLE "leads" RENAME COLUMN "phone" TO "tel"',
  'ALTER TABLE "leads" ADD COLUMN "age" bigint NOT NULL',
  'ALTER TABLE "leads" ALTER COLUMN "phone" SET NOT NULL',
  'CREATE UNIQUE INDEX "a" ON "leads" USING btree ("phone")',
  'UPDATE "leads" SET "phone" = \'\'',
  'DROP INDEX "leads_owner"',
])("%s is seen to be more than an addition", (sql) => {
  expect(notAdditive(`CREATE TABLE "a" (id text);\n--> statement-breakpoint\n${sql};`)).toEqual([sql]);
});

test.each([
  'ALTER TABLE "leads" ADD COLUMN "age" bigint',
  'ALTER TABLE "leads" ADD COLUMN "age" bigint DEFAULT 0 NOT NULL',
  'ALTER TABLE "leads" ADD COLUMN "age" bigint;--> statement-breakpoint UPDATE "leads" SET "age" = 1',
  'CREATE TABLE "a" (id text);--> statement-breakpoint CREATE UNIQUE INDEX "b" ON "a" USING btree ("id")',
  '-- Why.\nCREATE INDEX "c" ON "leads" USING btree ("phone")',
])("%s is an addition", (sql) => {
  expect(notAdditive(sql)).toEqual([]);
});
