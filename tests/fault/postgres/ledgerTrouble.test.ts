import { expect, test } from "bun:test";
import { DrizzleQueryError } from "drizzle-orm";
import { ledgerTrouble } from "../../../server/sending/dispatch/ledgerTrouble.ts";
import { keptLog } from "../../support/server/keptLog.ts";

const codes: Record<string, string> = {
  "53300": "database_busy",
  "25006": "database_busy",
  "57P01": "database_busy",
  "55000": "database_busy",
  "53100": "disk_full",
};

for (const [code, told] of Object.entries(codes))
  test(`a question of PostgreSQL's that failed with ${code} is no fault of ours, and is told as ${told}`, () => {
    const { log, entries } = keptLog();
    const cause = Object.assign(new Error("in the database's words"), { code });
    const error = new DrizzleQueryError("select 1", [], cause);
    expect(ledgerTrouble(error, { log, of: { id: "account" }, before: undefined }).code).toBe(told as never);
    expect(entries).toEqual([]);
  });

test("anything else is logged, once for as long as it lasts", () => {
  const { log, entries } = keptLog();
  const error = new Error("a fault of ours");
  const first = ledgerTrouble(error, { log, of: { id: "account" }, before: undefined });
  expect(first.code).toBe("ledger_unwritable");
  expect(ledgerTrouble(error, { log, of: { id: "account" }, before: first })).toEqual(first);
  expect(entries).toHaveLength(1);
});
