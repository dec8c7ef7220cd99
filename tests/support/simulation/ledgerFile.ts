import { openSqlite } from "#platform/sqlite";
import type { Builder, Results, Shared, Statements } from "../../../db/database.ts";
import { migrate } from "../../../db/sqlite/migrate.ts";
import { statementsOn } from "../../../db/sqlite/statements.ts";
import type { SqliteClient, SqliteStatement } from "../../../platform/sqlite.ts";

/** A delivery that went from one state to another, as the database itself saw it. */
export type Move = {
  id: string;
  campaignId: string;
  email: string;
  before: string;
  after: string;
  attempts: number;
};

export type LedgerFile = ReturnType<typeof openLedgerFile>;

/** The real database of a simulated world: its SQL, its counters and its rules, in memory, emptied for each world. */
export function openLedgerFile() {
  const client = openSqlite(":memory:", "create");
  migrate(client, { folder: "" });
  keepStatements(client);
  const { tables, read, run, transact } = statementsOn(client);
  client.exec(`
    CREATE TEMP TABLE moved (id TEXT, "campaignId" TEXT, email TEXT, before TEXT, after TEXT, attempts INT);
    CREATE TEMP TRIGGER tell AFTER UPDATE OF state ON main.deliveries WHEN OLD.state <> NEW.state BEGIN
      INSERT INTO moved VALUES (NEW.id, NEW."campaignId", NEW.email, OLD.state, NEW.state, NEW.attempts);
    END`);
  const moved = client.prepare<Move>("SELECT * FROM moved ORDER BY rowid");
  const forget = client.prepare("DELETE FROM moved");
  const emptied = client
    .query<{ name: string }>(
      // An index of words is emptied with what it is about; what lies behind it nobody may touch.
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT IN ('migrations', 'sqlite_schema')",
    )
    .all()
    .map(({ name }) => `DELETE FROM main."${name}";`)
    .join("");
  // As in preparingBuilder.ts: it is asked at every turn, and not planned anew each time.
  const due = client.prepare<{
    id: string;
    window: string | null;
    zone: string | null;
    spread: string | null;
  }>(
    `SELECT campaigns.id, window, zone, spread FROM campaigns JOIN "campaignCounts" AS counts ON counts."campaignId" = campaigns.id
     WHERE campaigns."credentialId" = ifnull(?, NULL) AND campaigns.state = 'running' AND counts.queued > 0
       AND campaigns.window IS NULL`,
  );
  const open = client.prepare<{ id: string; state: string; rows: string; isAccountGone: boolean }>(
    `SELECT coalesce(campaigns."planId", campaigns.id) AS id, campaigns.state, credentials.id IS NULL AS "isAccountGone",
       (SELECT json_group_array(email || ' ' || state) FROM deliveries
        WHERE "campaignId" = campaigns.id AND state IN ('queued', 'deferred', 'sending')) AS rows
     FROM campaigns LEFT JOIN credentials ON credentials.id = campaigns."credentialId"
     WHERE campaigns.state IN ('running', 'paused') OR EXISTS (SELECT 1 FROM deliveries
       WHERE "campaignId" = campaigns.id AND state IN ('queued', 'deferred', 'sending')
         AND campaigns.state <> 'preparing')`,
  );
  const leads = client.prepare(
    `INSERT INTO leads (id, "workspaceId", "firstName", "lastName", email, phone, "searchText", "emailHash", optout,
       "emailCount", "openedCount", "createdAt", "updatedAt")
     SELECT value, ?, 'F', 'L', value || '@in.test', '', value, 'hash of ' || value || '@in.test', 0, 0, 0, 0, 0
     FROM json_each(?)`,
  );
  const accounts = client.prepare<{ id: string }>("SELECT id FROM credentials ORDER BY id");
  const stopped = client.prepare<{ id: string }>(
    `SELECT id FROM credentials WHERE paused AND "pausedUntil" IS NULL`,
  );
  return {
    client,
    tables,
    /** What machines share; null in a world of one machine. */
    shared: null as Shared | null,
    /** Where the database has a clock of its own. */
    tellTime(_atMs: number): void {},
    /** The campaigns of an account that have something to send. */
    dueOn: (accountId: string) => new Set(due.all(accountId).map(({ id }) => id)),
    /** Sequences some of whose leads have not come to their end. */
    openSequences: openSequencesIn(client),
    read,
    run,
    /** Campaigns that have not come to an end, or have and left rows that are open. */
    openCampaigns: () => open.all(),
    accountIds: () => accounts.all().map(({ id }) => id),
    /** Accounts that wait for a person. */
    stoppedAccounts: () => stopped.all().map(({ id }) => id),
    addLeads({ workspaceId, ids }: { workspaceId: string; ids: readonly string[] }): void {
      leads.run(workspaceId, JSON.stringify(ids));
    },
    /** A whole transaction, and the moves that it made. */
    commit<const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): { results: Results<T>; moves: Move[] } {
      const results = transact(build, check);
      const moves = moved.all();
      if (moves.length > 0) forget.run();
      return { results, moves };
    },
    empty(): void {
      client.exec(`${emptied} DELETE FROM moved`);
    },
  };
}

/**
 * A text is prepared once, however often it is asked: worlds ask some hundred texts, each of them many times. A value is
 * told through a function, as in preparingBuilder.ts: at bare ones SQLite looks when it plans, and plans anew at every run.
 */
function keepStatements(client: SqliteClient): void {
  const prepare = client.prepare.bind(client);
  const kept = new Map<string, SqliteStatement<never>>();
  client.prepare = (text) => {
    const statement = kept.get(text) ?? prepare<never>(text.replace(bareValue, "ifnull(?, null)"));
    kept.set(text, statement);
    return statement;
  };
}
/** No text of ours holds a question mark of its own. */
const bareValue = /(?<!ifnull\()\?/g;

function openSequencesIn(client: ReturnType<typeof openSqlite>) {
  const sequences = client.prepare<{
    id: string;
    pausedBy: string | null;
    parts: string;
    reason: string | null;
  }>(
    `SELECT id, "pausedBy", "pausedReason" AS reason,
       (SELECT json_group_array(id) FROM campaigns WHERE "planId" = plans.id) AS parts
     FROM "campaignPlans" AS plans WHERE kind = 'sequence' AND state = 'started' AND EXISTS (SELECT 1 FROM enrolments
       WHERE "planId" = plans.id AND "endedAt" IS NULL)`,
  );
  return () => sequences.all();
}
