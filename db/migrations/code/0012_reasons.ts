import { recognise } from "../reasons/recognise.ts";
import type { Query, Row, StepCode, StepContext } from "../step.ts";

/**
 * Before this step a reason was an English sentence. The SQL of the step has set aside what was stored as if it were
 * the words of a mail server; here each sentence of ours becomes its code. What is no sentence of ours stays as words.
 */
export const code: StepCode = function* (context) {
  yield* readDeliveries(context);
  yield* readColumn("campaigns", "pausedReason");
  yield* readColumn("credentials", "pausedReason");
  yield* readColumn("imports", "fault");
  yield* readRejects();
};

/** So many different sentences at most are looked at one by one; there are a few dozen, each with an account's server. */
const textsMax = 20_000;

/**
 * The ledger may have millions of rows, so it is never read: a reply is known by its digits, in one statement, and of
 * the others each different text is looked up once and its rows changed together. What was sent has its reply already.
 */
function* readDeliveries({ dialect }: StepContext): Generator<Query, void, Row[]> {
  const isReply = (column: string) =>
    dialect === "sqlite" ? `${column} GLOB '[2-5][0-9][0-9][- ]*'` : `${column} ~ '^[2-5][0-9][0-9][- ]'`;
  yield {
    sql: `UPDATE "deliveries" SET "reasonCode" = CASE "state" WHEN 'failed' THEN 'refused' WHEN 'uncertain' THEN 'other' ELSE 'put_off' END
      WHERE "state" <> 'sent' AND ${isReply('"reply"')}`,
  };
  const givenUp = "Given up after 24 hours. Last reply: ";
  const last = `substr("reply", ${givenUp.length + 1})`;
  yield {
    sql: `UPDATE "deliveries" SET "reasonCode" = 'given_up', "reasonParams" = $1, "reply" = ${last}
      WHERE "state" = 'failed' AND "reply" LIKE '${givenUp}%' AND ${isReply(last)}`,
    values: [JSON.stringify({ hours: 24, last: { code: "put_off", params: {} } })],
  };
  // Only what is still to be looked up is in it, so that no text takes a walk through the whole ledger.
  yield {
    sql: `CREATE INDEX "deliveries_unread_reason" ON "deliveries" ("reply") WHERE "reasonCode" IS NULL AND "state" <> 'sent'`,
  };
  const unread = `"reasonCode" IS NULL AND "state" <> 'sent'`;
  const texts = yield {
    sql: `SELECT DISTINCT "reply" AS "text" FROM "deliveries" WHERE ${unread} AND "reply" IS NOT NULL ORDER BY "reply" LIMIT ${textsMax}`,
  };
  for (const { text } of texts) {
    const { code, params, reply } = recognise(String(text));
    yield {
      sql: `UPDATE "deliveries" SET "reasonCode" = $1, "reasonParams" = $2, "reply" = $3 WHERE ${unread} AND "reply" = $4`,
      values: [code, Object.keys(params).length === 0 ? null : JSON.stringify(params), reply, text ?? null],
    };
  }
  yield { sql: `DROP INDEX "deliveries_unread_reason"` };
  yield { sql: `UPDATE "deliveries" SET "reasonCode" = 'other' WHERE ${unread} AND "reply" IS NOT NULL` };
  yield* readAcceptedByGmail(dialect);
}

/** Each with the id that Gmail gave it. */
function* readAcceptedByGmail(dialect: StepContext["dialect"]): Generator<Query, void, Row[]> {
  const text = "Gmail accepted it as ";
  const object = dialect === "sqlite" ? "json_object" : "jsonb_build_object";
  yield {
    sql: `UPDATE "deliveries" SET "reasonCode" = 'gmail_accepted', "reasonParams" = ${object}('id', substr("reply", ${text.length + 1})), "reply" = NULL
      WHERE "state" = 'sent' AND "reply" LIKE '${text}%'`,
  };
}

/** A column of whole reasons: each different text is looked up once. */
function* readColumn(table: string, column: string): Generator<Query, void, Row[]> {
  const words = `"${column}" ->> 'reply'`;
  const texts = yield {
    sql: `SELECT DISTINCT ${words} AS "text" FROM "${table}" WHERE "${column}" IS NOT NULL`,
  };
  for (const { text } of texts)
    yield {
      sql: `UPDATE "${table}" SET "${column}" = $1 WHERE ${words} = $2`,
      values: [JSON.stringify(recognise(String(text))), text ?? null],
    };
}

const importsMax = 200;

/** The rejected rows that imports keep, a few imports at a time. */
function* readRejects(): Generator<Query, void, Row[]> {
  let after = "";
  for (;;) {
    const rows = yield {
      sql: `SELECT "id", CAST("rejects" AS text) AS "rejects" FROM "imports"
        WHERE "rejects" IS NOT NULL AND "id" > $1 ORDER BY "id" LIMIT ${importsMax}`,
      values: [after],
    };
    for (const { id, rejects } of rows) {
      after = String(id);
      yield {
        sql: `UPDATE "imports" SET "rejects" = $1 WHERE "id" = $2`,
        values: [JSON.stringify(readKept(JSON.parse(String(rejects)))), after],
      };
    }
    if (rows.length < importsMax) return;
  }
}

type Kept = { row: number; reason: string };

/** An earlier version kept the rows alone. */
function readKept(kept: Kept[] | { rows: Kept[]; overPlan: number } | null) {
  if (kept === null) return null;
  const { rows, overPlan } = Array.isArray(kept) ? { rows: kept, overPlan: 0 } : kept;
  return { rows: rows.map(({ row, reason }) => ({ row, reason: recognise(reason) })), overPlan };
}
