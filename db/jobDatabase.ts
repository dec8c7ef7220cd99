import type { Database } from "./database.ts";
import { heldDatabase } from "./heldDatabase.ts";
import { isHeld, type JobTicket } from "./stores/jobs/jobs.ts";

/** The job has another worker by now, so nothing was written. */
export class JobLost extends Error {
  override readonly name = "JobLost";
}

/** The same database, each of whose commits stands only while the job is still this worker's. */
export function jobDatabase(database: Database, ticket: JobTicket): Database {
  const { jobs } = database.tables;
  return heldDatabase(database, {
    held: (write) => write.select({ id: jobs.id }).from(jobs).where(isHeld(database.tables, ticket)),
    lost: () => new JobLost("another worker has the job"),
  });
}
