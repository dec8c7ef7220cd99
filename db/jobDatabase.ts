import type { Builder, Database, Results, Statements } from "./database.ts";
import { isHeld, type JobTicket } from "./stores/jobs/jobs.ts";

/** The job has another worker by now, so nothing was written. */
export class JobLost extends Error {
  override readonly name = "JobLost";
}

/** The same database, each of whose commits stands only while the job is still this worker's. */
export function jobDatabase(database: Database, ticket: JobTicket): Database {
  const { tables } = database;
  return {
    ...database,
    async atomically<const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): Promise<Results<T>> {
      const results = await database.atomically(
        (write) =>
          ({
            jobHeld: write.select({ id: tables.jobs.id }).from(tables.jobs).where(isHeld(tables, ticket)),
            ...build(write),
          }) as Statements,
        (all) => {
          if ((all.jobHeld as unknown[]).length === 0) throw new JobLost("another worker has the job");
          check?.(all as Results<T>);
        },
      );
      return results as Results<T>;
    },
  };
}
