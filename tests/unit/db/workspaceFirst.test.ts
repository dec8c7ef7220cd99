import { expect, test } from "bun:test";
import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { postgresKit } from "../../../db/kit/postgres.ts";
import { defineTables } from "../../../db/tables.ts";

/**
 * Tables of a workspace whose rows are found by something else first, each with the reason why. An engine that shards
 * by workspace keeps their rows with it all the same; what is asked by these alone is asked of every shard.
 */
const byAnother: Record<string, string> = {
  deliveries:
    "claimed and counted by their campaign; one more index would cost each of them, and what removes an account goes by campaigns too",
  campaignContents: "one row of each campaign, and by its id",
  campaignCounts: "one row of each campaign, changed with every mail, and by its id",
  campaignActivity: "some rows of each campaign, and by that",
  planMails: "a few rows of each campaign, and by that",
  enrolments: "moved on, shown and ended by their campaign, of which there may be as many as of deliveries",
  campaignTimes: "minutes of each campaign, changed with every open, and by that",
  campaignDomains: "domains of each campaign, and by that",
  transactionalAttachments: "a few of each call, and by that; gone with it",
  links: "a few of each campaign, and by that; a mail names one by its id alone",
  accountLeases: "one row of each account that sends, and by its id",
  mailJournal: "rows of each account that sends, gone within seconds, and by its id",
  singleMails: "gone within minutes; whoever sends looks for all that wait",
  uncountedMails: "counted and forgotten within seconds of being sent",
  accountDays: "counted with every commit of outcomes by its account and day; some rows of each account",
  usage: "booked with every claim by its account and minute, for two days",
  sessions: "found by their token with every request; few rows",
  oauthStates: "found by what Google sends back; gone after minutes",
  keyApprovals: "found by the codes of a program that waits; gone after minutes",
  deletedLeads: "found by the deletion that is undone; gone after minutes",
  deletedMemberships: "found by the deletion that is undone; gone after minutes",
  deletedTemplates: "found by the deletion that is undone; gone after minutes",
};

// Written once against SQLite's types; here they are PostgreSQL's.
const tables = defineTables(postgresKit) as unknown as Record<string, PgTable>;

test("every table of a workspace has an index that its id leads, or a reason for having none", () => {
  const without = Object.values(tables)
    .filter((table) => "workspaceId" in getTableColumns(table) && !isLed(table))
    .map(getTableName);
  expect(without.sort()).toEqual(Object.keys(byAnother).sort());
});

/** By the primary key, or an index of all rows. */
function isLed(table: PgTable): boolean {
  const { columns, primaryKeys, indexes } = getTableConfig(table);
  const first = [
    columns.find(({ primary }) => primary),
    ...primaryKeys.map((key) => key.columns[0]),
    ...indexes.filter(({ config }) => config.where === undefined).map(({ config }) => config.columns[0]),
  ];
  return first.some((column) => column !== undefined && "name" in column && column.name === "workspaceId");
}
