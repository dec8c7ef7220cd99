import type pg from "pg";
import { statisticsLimits } from "../../contract/limits/database.ts";

/**
 * Tables that have grown to more than twice what PostgreSQL knows of; of the smallest it does not matter. One process looks at a
 * time, and the others find none.
 */
const grown = `SELECT quote_ident(stat.relname) AS name
  FROM pg_stat_user_tables AS stat JOIN pg_class ON pg_class.oid = stat.relid
  WHERE (SELECT pg_try_advisory_xact_lock(hashtext('amplify statistics')))
    AND stat.schemaname = current_schema() AND stat.n_live_tup > $1 + 2 * greatest(pg_class.reltuples, 0)`;

/**
 * Keeps what PostgreSQL knows of its tables' sizes up to date while they grow. By itself it looks once a minute, and until then
 * it takes a table that was filled a moment ago for a small one: to review a campaign to 15,000 leads right after their
 * import took 21 s in place of 0.1.
 */
export function keepStatistics(pool: pg.Pool) {
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= look(pool)
      // Its own look comes all the same, if later.
      .catch(() => {})
      .finally(() => {
        underWay = null;
      });
  }, statisticsLimits.lookMs);
  timer.unref();
  return {
    async end(): Promise<void> {
      clearInterval(timer);
      await underWay;
    },
  };
}

async function look(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<{ name: string }>(grown, [statisticsLimits.rowsMin]);
    if (rows.length > 0) await client.query(`ANALYZE ${rows.map(({ name }) => name).join(", ")}`);
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    // What state the connection is in is of no interest: another takes its place.
    client.release(true);
    throw error;
  }
}
