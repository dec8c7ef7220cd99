import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { type Remark, remark } from "../../contract/installation/remark.ts";
import { postgresLimits } from "../../contract/limits/database.ts";
import { minuteMs } from "../../contract/limits/units.ts";
import { type History, judge, type TakenRow } from "../migrations/judge.ts";
import { keyCheck } from "../migrations/keyCheck.ts";
import { migrations } from "../migrations/postgres.ts";
import type { HashingFor, Step } from "../migrations/step.ts";
import { stepHash } from "../migrations/stepHash.ts";
import { applyStep, follow } from "./applyStep.ts";
import type { Connection } from "./connection.ts";
import { isConflict } from "./faults.ts";
import { tablesIn } from "./fingerprint.ts";

type Options = {
  steps?: readonly Step[];
  hashingFor: HashingFor;
  /** The program's version, kept with each step that it takes. */
  program?: string;
  /** Told once where another process brings the database to date, for which this one waits. */
  onWait?: (remark: Remark) => void;
};

/**
 * Brings a database to this version's tables, all missing steps in one transaction. Of processes that start at once one
 * does it, and the others wait for it.
 * @throws {Error} when the database is newer, or was made by steps that are not this version's; it is left as it is.
 */
export async function migrate(connection: Connection, options: Options): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await takeMissing(connection, options);
      return;
    } catch (error) {
      // Servers of the version before work on meanwhile, and take the same tables in orders of their own.
      if (tried === postgresLimits.migrationTries || !isConflict(error)) throw error;
    }
  }
}

async function takeMissing(
  connection: Connection,
  { steps = migrations, hashingFor, program, onWait = () => {} }: Options,
): Promise<void> {
  await connection.query("BEGIN");
  try {
    for (const name of ["statement_timeout", "lock_timeout"])
      await connection.query(`SET LOCAL ${name} = ${postgresLimits.migrationMs}`);
    await takeStepsLock(connection, onWait);
    const { taken, missing, fault } = await historyOf(connection, steps);
    if (fault !== null) throw new InstallationFault(fault);
    if (taken.length > 0 && missing.length > 0)
      await follow(connection, keyCheck({ dialect: "postgres", hashingFor }));
    await connection.query(
      'CREATE TABLE IF NOT EXISTS migrations (tag text PRIMARY KEY, "appliedAt" bigint NOT NULL, hash text NOT NULL, program text)',
    );
    for (const step of missing) {
      await applyStep(connection, step, hashingFor);
      await connection.query(
        'INSERT INTO migrations (tag, "appliedAt", hash, program) VALUES ($1, $2, $3, $4)',
        [step.tag, Date.now(), stepHash(step), program ?? null],
      );
    }
    await connection.query("COMMIT");
  } catch (error) {
    // A connection that is lost has rolled back by itself.
    await connection.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/**
 * Of processes that start at once one takes steps, and the others wait as long as steps may take. Most find within a
 * moment that there is nothing to do, and say nothing.
 */
async function takeStepsLock(connection: Connection, onWait: (remark: Remark) => void): Promise<void> {
  const telling = setTimeout(
    () => onWait(remark("stepsAwaited", { minutes: postgresLimits.migrationMs / minuteMs })),
    postgresLimits.tellWaitMs,
  );
  try {
    await connection.query(
      "SELECT pg_advisory_xact_lock(hashtext('amplify steps'), hashtext(current_schema()))",
    );
  } finally {
    clearTimeout(telling);
  }
}

/** Reads what a database says of its own steps, and changes nothing. */
export async function historyOf(
  connection: Connection,
  steps: readonly Step[] = migrations,
): Promise<History> {
  const [{ isKept } = { isKept: false }] = (
    await connection.query<{ isKept: boolean }>(
      `SELECT to_regclass(quote_ident(current_schema()) || '.migrations') IS NOT NULL AS "isKept"`,
    )
  ).rows;
  const { rows } = isKept
    ? await connection.query<TakenRow>("SELECT tag, hash, program FROM migrations ORDER BY tag")
    : { rows: [] };
  const others = rows.length === 0 ? await tablesIn(connection) : [];
  return judge({ rows, steps, restore: "pg_restore", found: () => others });
}
