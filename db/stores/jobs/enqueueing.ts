import { getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { JobKind } from "../../../contract/schemas/jobs.ts";
import { type Bound, type Builder, bound } from "../../database.ts";
import type { Tables } from "../../tables.ts";

export type NewJob = {
  id: string;
  /** Empty for the installation's own. */
  workspaceId: WorkspaceId;
  kind: JobKind;
  /** Where there is one under this key, that one is brought forward instead. */
  key: string | null;
  /** No secret, and nobody's address. */
  payload: object;
  dueAt: number;
  createdAt: number;
};

/**
 * A statement that writes a job, for the `atomically` of what causes it; with `when`, only where that holds by then.
 * A failed one of the same key begins anew; one that runs is done again afterwards. Answers the job that is there for
 * it, and none where there is nothing to do.
 */
export function enqueueing(
  write: Builder,
  tables: Tables,
  job: NewJob | null,
  when?: SQL,
): PromiseLike<{ id: string }[]> | Bound<{ id: string }[]> {
  const { jobs } = tables;
  if (job === null) return write.select({ id: jobs.id }).from(jobs).limit(0);
  const told = { ...job, payload: JSON.stringify(job.payload) };
  return when === undefined ? bound(enqueue, told) : writing(write, tables, { job: told, when });
}

const value = sql.placeholder;

function enqueue(builder: Builder, tables: Tables) {
  const job = {
    ...{ id: value("id"), workspaceId: value("workspaceId"), kind: value("kind"), key: value("key") },
    ...{ payload: value("payload"), dueAt: value("dueAt"), createdAt: value("createdAt") },
  };
  return writing(builder, tables, { job, when: sql`1 = 1` });
}

type Value = string | number | null | Placeholder;
type Told = { [name in keyof NewJob]: Value };

function writing(write: Builder, tables: Tables, { job, when }: { job: Told; when: SQL }) {
  const { jobs } = tables;
  const { id, workspaceId, kind, dueAt, createdAt } = job;
  const payload = text(job.payload);
  const values: Record<keyof typeof jobs.$inferSelect, SQL> = {
    ...{ id: text(id), workspaceId: text(workspaceId), kind: text(kind), key: text(job.key), payload },
    ...{ state: text("queued"), dueAt: int(dueAt), attempts: int(0), lastError: text(null) },
    ...{ holder: text(null), leaseUntil: int(null), lease: int(0), createdAt: int(createdAt) },
    failedAt: int(null),
  };
  // In the table's order, as an insert takes them that has no names.
  const row = Object.keys(getTableColumns(jobs)).map((name) => values[name as keyof typeof values]);
  return write
    .insert(jobs)
    .select(sql`select ${sql.join(row, sql`, `)} where ${when}`)
    .onConflictDoUpdate({
      target: jobs.key,
      set: { payload, dueAt: earliestDue(tables, dueAt), ...afresh(tables) },
    })
    .returning({ id: jobs.id });
}

/** A failed job as if it had never been tried; any other as it is. */
function afresh({ jobs }: Tables) {
  const isFailed = sql`${jobs.failedAt} is not null`;
  return {
    state: sql`case when ${jobs.state} = 'failed' then 'queued' else ${jobs.state} end`,
    attempts: sql`case when ${isFailed} then 0 else ${jobs.attempts} end`,
    failedAt: int(null),
  };
}

/** The moment given, or the one that it is due at anyway, if that comes first. */
export function earliestDue({ jobs }: Tables, at: Value): SQL {
  return sql`case when ${jobs.dueAt} is null or ${jobs.dueAt} > ${int(at)} then ${int(at)} else ${jobs.dueAt} end`;
}

// PostgreSQL cannot tell what a bare value of a query is.
const text = (told: Value) => sql`cast(${told} as text)`;
export const int = (told: Value) => sql`cast(${told} as bigint)`;
