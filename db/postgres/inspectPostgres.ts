import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { type Remark, remark } from "../../contract/installation/remark.ts";
import { clockLimits } from "../../contract/limits/database.ts";
import { dayMs } from "../../contract/limits/units.ts";
import { type Miscount, miscounts } from "../backup/inspectCounts.ts";
import type { Inspection } from "../backup/inspectDatabase.ts";
import { type JobTrouble, jobTroubles } from "../backup/inspectJobs.ts";
import { type TimesInspection, timesAhead, timesOf } from "../backup/inspectTimes.ts";
import { checkRights, checkServer, connectFault } from "./checkServer.ts";
import { type Connection, connectAlone } from "./connection.ts";
import { differences, searchIndex } from "./fingerprint.ts";
import { historyOf } from "./migrate.ts";

type PostgresInspection = Omit<Inspection, "fault"> & {
  /** Why it cannot be looked at; null where the rest is known. */
  fault: Remark | null;
  version: string;
  bytes: number;
  /** The time by its own clock, which every machine that works with it goes by. */
  now: number;
  /** Null where the tables are not those that could be asked. */
  times: TimesInspection | null;
  miscounts: readonly Miscount[];
  jobs: readonly JobTrouble[];
  sending: SendingInspection | null;
  shared: SharedInspection | null;
  /** Whether searches of leads go by an index, as far as this version knows of one. */
  isSearchIndexed: boolean;
};

/** What several servers share besides the data itself. */
export type SharedInspection = {
  /** Connections of servers, and how many the PostgreSQL lets this role have to this database. */
  connections: number;
  connectionsMax: number;
  windows: number;
  /** Lines in which somebody stands whose time is long up. */
  deadLines: number;
  files: number;
  fileBytes: number;
  /** Files whose pieces are not all there. */
  brokenFiles: string[];
};

/** Who sends: senders that are there, accounts with mails whose sender is gone, and those with mails that nobody has. */
export type SendingInspection = { senderCount: number; lostCount: number; leftCount: number };

/** Looks at a PostgreSQL database without changing it, beside running servers too. */
export async function inspectPostgres(url: string): Promise<PostgresInspection> {
  const nothing = { wrong: [], added: [] };
  const unknown = { keyId: null, refusal: null, missingCount: 0, differences: nothing };
  const empty = {
    version: "",
    bytes: 0,
    now: 0,
    times: null,
    miscounts: [],
    jobs: [],
    sending: null,
    shared: null,
    isSearchIndexed: true,
  };
  const look: PostgresInspection = { ...unknown, ...empty, fault: null };
  try {
    const connection = await connectAlone(url);
    try {
      const version = await checkServer(connection, url);
      const { taken, missing, fault: refusal } = await historyOf(connection);
      if (refusal !== null) return { ...look, version, refusal };
      if (taken.length === 0) {
        await checkRights(connection, url);
        return { ...look, version, missingCount: missing.length };
      }
      const found = await differences(connection, taken);
      const isFit = found.wrong.length === 0 && missing.length === 0;
      const meta = await metaOf(connection);
      const keyId = meta.get("keyId");
      const now = await numberOf(connection, `SELECT ${itsTime}::bigint AS count`);
      return {
        ...look,
        version,
        now,
        missingCount: missing.length,
        differences: found,
        keyId: typeof keyId === "string" ? keyId : null,
        bytes: await numberOf(connection, "SELECT pg_database_size(current_database()) AS count"),
        times: isFit
          ? timesOf(
              (key) => meta.get(key),
              await numberOf(connection, timesAhead, [now + clockLimits.jumpMs]),
            )
          : null,
        miscounts: isFit ? (await connection.query<Miscount>(miscounts)).rows : [],
        sending: isFit ? ((await connection.query<SendingInspection>(sending)).rows[0] ?? null) : null,
        jobs: isFit ? (await connection.query<JobTrouble>(jobTroubles(now))).rows : [],
        shared: isFit ? ((await connection.query<SharedInspection>(sharedLook)).rows[0] ?? null) : null,
        isSearchIndexed: !isFit || (await numberOf(connection, searchIndexes)) > 0,
      };
    } finally {
      await connection.end();
    }
  } catch (error) {
    return {
      ...look,
      fault: connectFault(error, url) ?? remarkOf(error),
    };
  }
}

function remarkOf(error: unknown): Remark {
  if (error instanceof InstallationFault) return error.remark;
  return remark("other", { message: error instanceof Error ? error.message : String(error) });
}

const itsTime = "(extract(epoch FROM clock_timestamp()) * 1000)";
/** An account without mails is taken up by nobody, so its lease may be over for as long as it likes. */
const sending = `SELECT
  (SELECT count(*) FROM senders WHERE "leaseUntil" > ${itsTime})::int AS "senderCount",
  (SELECT count(*) FROM "accountLeases" AS lease WHERE holder IS NOT NULL AND "leaseUntil" <= ${itsTime} AND EXISTS
    (SELECT 1 FROM campaigns JOIN "campaignCounts" ON "campaignId" = campaigns.id
      WHERE "credentialId" = lease."credentialId" AND (state = 'running' OR sending > 0)))::int AS "lostCount",
  (SELECT count(DISTINCT "credentialId") FROM campaigns WHERE state = 'running' AND "credentialId" NOT IN
    (SELECT "credentialId" FROM "accountLeases" WHERE holder IS NOT NULL))::int AS "leftCount"`;

/** A line empties itself with the next who leaves one, so a day is long after. */
const sharedLook = `SELECT
    (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'amplify'
       AND pid <> pg_backend_pid()) AS connections,
    least(current_setting('max_connections')::int,
      (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user AND NOT rolsuper),
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())) AS "connectionsMax",
    (SELECT count(*)::int FROM "rateWindows") AS windows,
    (SELECT count(*)::int FROM turns WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements(tickets) AS one
       WHERE (one ->> 'until')::bigint > ${itsTime}::bigint - ${dayMs})) AS "deadLines",
    (SELECT count(*)::int FROM "storedFiles" WHERE "isWhole") AS files,
    (SELECT coalesce(sum(bytes), 0)::bigint FROM "storedFiles" WHERE "isWhole") AS "fileBytes",
    ARRAY(SELECT id FROM "storedFiles" WHERE "isWhole" AND bytes <>
       (SELECT coalesce(sum(length(content)), 0) FROM "filePieces" WHERE "fileId" = "storedFiles".id) ORDER BY id) AS "brokenFiles"`;

/** What adds it where that could not be done by a step. */
export const addingSearchIndex = `CREATE EXTENSION pg_trgm; CREATE INDEX CONCURRENTLY ${searchIndex} ON leads USING gin ("searchText" gin_trgm_ops)`;

/** In the room that this connection works in; one that was not made to its end is none. */
const searchIndexes = `SELECT count(*)::int AS count FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relname = '${searchIndex}' AND indisvalid
    AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`;

async function metaOf(connection: Connection): Promise<Map<string, unknown>> {
  const { rows } = await connection.query<{ key: string; value: unknown }>("SELECT key, value FROM meta");
  return new Map(rows.map(({ key, value }) => [key, value]));
}

async function numberOf(connection: Connection, sql: string, values: unknown[] = []): Promise<number> {
  return (await connection.query<{ count: number }>(sql, values)).rows[0]?.count ?? 0;
}
