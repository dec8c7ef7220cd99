import { getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { JobKind } from "../../../contract/schemas/jobs.ts";
import { type Bound, type Builder, bound } from "../../database.ts";
import type { Tables } from "../../tables.ts";

export type NewJob = {
  id: string;
  /** Empty for jobs of the installation itself. */
  workspaceId: WorkspaceId;
  kind: JobKind;
  /** If there is a job with this key already, that one is moved forward instead. */
  key: string | null;
  /** Contains no secrets and no addresses. */
  payload: object;
  dueAt: number;
  createdAt: number;
};

/**
 * A statement that writes a job, for the `atomically` of whatever causes it; with `when`, only if that condition holds. A
 * failed job with the same key starts afresh, and a running one is run again afterwards. Returns the job that exists for it
 * then, and none if there is nothing to do.
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
    id: value("id"),
    workspaceId: value("workspaceId"),
    kind: value("kind"),
    key: value("key"),
    payload: value("payload"),
    dueAt: value("dueAt"),
    createdAt: value("createdAt"),
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
    id: text(id),
    workspaceId: text(workspaceId),
    kind: text(kind),
    key: text(job.key),
    payload,
    state: text("queued"),
    dueAt: int(dueAt),
    attempts: int(0),
    lastError: text(null),
    holder: text(null),
    leaseUntil: int(null),
    lease: int(0),
    createdAt: int(createdAt),
    failedAt: int(null),
  };
  // In the order of the table's columns, because such an insert names none.
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

/** Makes a failed job as if it had never been tried, and leaves any other as it is. */
function afresh({ jobs }: Tables) {
  const isFailed = sql`${jobs.failedAt} is not null`;
  return {
    state: sql`case when ${jobs.state} = 'failed' then 'queued' else ${jobs.state} end`,
    attempts: sql`case when ${isFailed} then 0 else ${jobs.attempts} end`,
    failedAt: int(null),
  };
}

/** The given time, or the time that the job is due at anyway if that is earlier. */
export function earliestDue({ jobs }: Tables, at: Value): SQL {
  return sql`case when ${jobs.dueAt} is null or ${jobs.dueAt} > ${int(at)} then ${int(at)} else ${jobs.dueAt} end`;
}

// PostgreSQL cannot infer the type of a bare parameter in a query.
const text = (told: Value) => sql`cast(${told} as text)`;
export const int = (told: Value) => sql`cast(${told} as bigint)`;
