import { Database as Client } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import type { Cause } from "../../../contract/reasons.ts";
import { english } from "../../../contract/sentences/en.ts";
import { sentenceOf } from "../../../contract/sentences/sentence.ts";
import { code } from "../../../db/migrations/code/0012_reasons.ts";
import { migrations as postgresSteps } from "../../../db/migrations/postgres.ts";
import { migrations as sqliteSteps } from "../../../db/migrations/sqlite.ts";
import type { Row, Step } from "../../../db/migrations/step.ts";
import { applyStep } from "../../../db/postgres/applyStep.ts";
import { follow } from "../../../db/sqlite/applyStep.ts";
import { emptyPostgres } from "../../support/db/emptyPostgres.ts";

const tag = "0012_reasons";
const hashingFor = () => (address: string) => address;
type Look = (sql: string) => Promise<Record<string, unknown>[]>;

/** What stood in a ledger, by the state of its row, and the code that it is from then on. */
const kept: readonly [state: string, text: string, code: string | null][] = [
  ["sent", "250 2.0.0 Ok: queued as 4F1", null],
  ["sent", "Gmail accepted it as 18f2", "gmail_accepted"],
  ["skipped", "Opted out", "opted_out"],
  ["skipped", "Unsubscribed", "unsubscribed"],
  ["skipped", "Over your plan's number of leads", "over_plan"],
  ["skipped", "The lead was deleted", "lead_deleted"],
  ["skipped", "The campaign was cancelled", "campaign_cancelled"],
  ["failed", "550 5.1.1 No such user", "refused"],
  ["failed", "550-5.7.26 Your mail was blocked", "refused"],
  ["failed", "Given up after 24 hours. Last reply: 451 4.7.1 Greylisted", "given_up"],
  ["failed", "Given up after 24 hours. Last reply: mx.test:25 refused the connection", "given_up"],
  ["failed", "The mail could not be composed: no such field", "compose_failed"],
  ["failed", "Gmail answered 400: Invalid To header", "gmail_answered"],
  ["failed", "Something that no version ever said", "other"],
  ["deferred", "450 4.2.1 Try later", "put_off"],
  ["deferred", "Gmail could not be reached. No connection came about in time", "gmail_unreached"],
  ["deferred", "Gmail could not be reached. socket hang up", "gmail_unreached"],
  ["deferred", "mx.test:25 could not be reached in time", "connect_timeout"],
  [
    "deferred",
    "mx.test:465 stopped answering. Port 465 is for TLS from the first byte: choose it",
    "answer_timeout",
  ],
  ["deferred", "The connection to mx.test:25 was lost: Unexpected socket close", "connection_lost"],
  ["deferred", "The server name mx.test was not found", "host_unknown"],
  ["deferred", "No server named mx.test was found. Check the spelling.", "server_unknown"],
  [
    "deferred",
    'The server answered DATA with "250 ok", so it is out of step with what it was asked.',
    "out_of_step",
  ],
  [
    "uncertain",
    "The server answered before the mail had ended, so it is out of step with what it was asked.",
    "out_of_step",
  ],
  ["uncertain", "The sandbox hung up on purpose before it answered", "sandbox_hung_up"],
  [
    "uncertain",
    "The server stopped while this mail was on its way. It may or may not have gone out, so it is not sent again by itself.",
    "interrupted",
  ],
];

/** `now` is what is said today where better advice has been found. */
const pauses: readonly [text: string, code: string, now?: string][] = [
  ["Paused by you", "paused_by_person"],
  [
    "Its account was removed. Connect an account and send again.",
    "account_removed",
    "Its account was removed. Send the rest from another account, or connect it again.",
  ],
  ["535 5.7.8 Bad credentials", "other"],
  [
    "The server refused this user name or password. Check both with whoever runs the server. The server said: 535 5.7.8 No",
    "sign_in_refused",
  ],
  [
    "Google no longer lets Amplify send from ada@gmail.test: the permission was withdrawn or has expired. Reconnect the account.",
    "reconnect_google",
  ],
  ["The server could not be reached 5 times in a row. mx.test:25 refused the connection", "unreached_in_row"],
  [
    "The server refused 20 mails in a row for the same reason, so the rest wait. Change what it objects to, or ask whoever runs it; then go on, and try the failed ones again. It said: 554 5.7.1 Spam",
    "refused_in_row",
  ],
  [
    "mx.test:587 offers no STARTTLS. Choose TLS with its port, usually 465. The server said: 502 No",
    "no_starttls",
  ],
  ["mx.test:25 could not be trusted: self-signed certificate", "not_trusted"],
  [
    "This installation was restored from a backup. Mails that went out after the backup are not in this list; resume only if they may be sent again.",
    "restored",
    "This installation was restored from a backup. What this list has as sent is not sent again, but mails that went out after the backup may be missing from it: look before you resume.",
  ],
];

const faults: readonly [text: string, code: string, now?: string][] = [
  [
    "The server was stopped during this import. What was written stays: undo it, or import the file again.",
    "import_interrupted",
    "The server was stopped during this import, and it could not go on. What was written stays: undo it, or import the file again.",
  ],
  [
    "The Free plan holds 1,000 leads: 1 lead of the file was not added. Upgrade the plan, or delete leads you no longer need, and import the rejected rows again.",
    "rows_over_plan",
  ],
  ["No leads found in the file", "no_leads_in_file"],
  ["A fault in words of its own", "other"],
];

const rejects: readonly [text: string, code: string, now?: string][] = [
  ["This is not an e-mail address", "email_invalid", "This is not an email address"],
  ["A name has at most 200 characters", "name_too_long"],
  ["The Free plan holds 50 leads, and this one is more", "row_over_plan"],
  ["First name or email is missing", "name_or_email_missing"],
];

type Insert = (table: string, row: Record<string, string | number | boolean | null>) => Promise<unknown>;

/** Rows as the version before wrote them. */
async function fill(insert: Insert): Promise<void> {
  for (const [index, [text]] of pauses.entries()) {
    await insert("campaigns", {
      id: `c${index}`,
      workspaceId: "w",
      credentialId: "k",
      provider: "smtp",
      fromAlias: "A",
      fromEmail: "a@b",
      subject: "S",
      state: "paused",
      pausedBy: "person",
      pausedReason: text,
      trackOpens: true,
      requestKey: `r${index}`,
      total: 0,
      createdAt: 1,
    });
    await insert("credentials", {
      id: `k${index}`,
      workspaceId: "w",
      provider: "smtp",
      appEmail: `a${index}@b`,
      alias: "A",
      type: "manual",
      gapMs: 0,
      paused: true,
      pausedReason: text,
      createdAt: 1,
    });
  }
  for (const [index, [state, reason]] of kept.entries())
    await insert("deliveries", {
      id: `d${index}`,
      campaignId: "c0",
      workspaceId: "w",
      leadId: `l${index}`,
      email: "e@b",
      state,
      reason,
      attempts: 1,
      dueAt: 1,
    });
  const rows = rejects.map(([reason], index) => ({ row: index + 2, reason }));
  for (const [index, [fault]] of faults.entries())
    await insert("imports", {
      id: `i${index}`,
      workspaceId: "w",
      name: "f.csv",
      state: "failed",
      createdAt: 1,
      idPrefix: "",
      madeCollection: false,
      staged: 0,
      written: 0,
      added: 0,
      updated: 0,
      skipped: 0,
      optedOut: 0,
      rejected: 4,
      fault,
      rowCount: 9,
      reading: "{}",
      // An earlier version kept the rows alone.
      rejects: JSON.stringify(index === 0 ? rows : { rows, overPlan: 1 }),
    });
}

function insertion(...[table, row]: Parameters<Insert>): string {
  const literal = (value: unknown) =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : `${value}`;
  const names = Object.keys(row).map((name) => `"${name}"`);
  return `INSERT INTO "${table}" (${names.join(", ")}) VALUES (${Object.values(row).map(literal).join(", ")})`;
}

function upTo(steps: readonly Step[]): readonly Step[] {
  return steps.slice(0, steps.findIndex((step) => step.tag === tag) + 1);
}

describe("reasons from when they were sentences, on SQLite", () => {
  define(async () => {
    const client = new Client(":memory:");
    for (const step of upTo(sqliteSteps)) {
      if (step.tag === tag) await fill(async (...row) => client.query(insertion(...row)).all());
      for (const statement of step.sql.split("--> statement-breakpoint")) client.exec(statement);
      if (step.code) follow(client, step.code({ dialect: "sqlite", hashingFor }));
    }
    return async (sql) => client.query<Record<string, unknown>, []>(sql).all();
  });
});

describe("reasons from when they were sentences, on PostgreSQL", () => {
  define(async () => {
    const client = await emptyPostgres();
    for (const step of upTo(postgresSteps)) {
      if (step.tag === tag) await fill((...row) => client.query(insertion(...row)));
      await applyStep(client, step, hashingFor);
    }
    return async (sql) => (await client.query<Record<string, unknown>>(sql)).rows;
  });
});

/** JSON is text in one database and a value in the other. */
function parsed<T>(value: unknown): T {
  return (typeof value === "string" ? JSON.parse(value) : value) as T;
}

function define(migrated: () => Promise<Look>): void {
  let look: Look;
  beforeAll(async () => {
    look = await migrated();
  }, 60_000);

  test("each of the ledger is a code that says the same, and a server's words stay its words", async () => {
    const rows = await look(`SELECT * FROM "deliveries"`);
    expect(rows).toHaveLength(kept.length);
    for (const [index, [state, text, expected]] of kept.entries()) {
      const row = rows.find(({ id }) => id === `d${index}`);
      expect(row).toMatchObject({ state, reasonCode: expected });
      const params = parsed<Cause["params"]>(row?.reasonParams ?? "{}");
      const cause = {
        code: String(row?.reasonCode ?? "accepted"),
        params,
        reply: (row?.reply as string) ?? null,
      };
      expect(sentenceOf(cause, english)).toBe(text);
    }
    expect(
      await look(`SELECT "skipped", "failed", "sent" FROM "campaignCounts" WHERE "campaignId" = 'c0'`),
    ).toEqual([{ skipped: 5, failed: 7, sent: 2 }]);
  });

  test("each pause of a campaign and of an account is one that says the same", async () => {
    for (const table of ["campaigns", "credentials"]) {
      const rows = await look(`SELECT "pausedReason" FROM "${table}" ORDER BY length("id"), "id"`);
      const causes = rows.map((row) => parsed<Cause>(row.pausedReason));
      expect(causes.map((cause) => [sentenceOf(cause, english), cause.code])).toEqual(
        pauses.map(([text, code, now = text]) => [now, code]),
      );
    }
  });

  test("so is each fault of an import, and each row that it rejected", async () => {
    const rows = await look(`SELECT "fault", "rejects" FROM "imports" ORDER BY "id"`);
    const causes = rows.map((row) => parsed<Cause>(row.fault));
    expect(causes.map((cause) => [sentenceOf(cause, english), cause.code])).toEqual(
      faults.map(([text, code, now = text]) => [now, code]),
    );
    for (const [index, row] of rows.entries()) {
      const found = parsed<{ rows: { row: number; reason: Cause }[]; overPlan: number }>(row.rejects);
      expect(found.overPlan).toBe(index === 0 ? 0 : 1);
      expect(found.rows.map((one) => [one.row, sentenceOf(one.reason, english), one.reason.code])).toEqual(
        rejects.map(([text, known, now = text], at) => [at + 2, now, known]),
      );
    }
  });
}

test("a ledger of any length takes as many statements as it has different sentences", () => {
  /** The statements, where there are so many different sentences in the ledger. */
  function statements(count: number): number {
    const queries = code({ dialect: "sqlite", hashingFor });
    let made = 0;
    let next = queries.next();
    while (!next.done) {
      made += 1;
      const isAsked = next.value.sql.includes('SELECT DISTINCT "reply"');
      const rows: Row[] = isAsked
        ? Array.from({ length: count }, (_, index) => ({ text: `text ${index}` }))
        : [];
      next = queries.next(rows);
    }
    return made;
  }
  expect(statements(7) - statements(0)).toBe(7);
  expect(statements(0)).toBeLessThan(15);
});
