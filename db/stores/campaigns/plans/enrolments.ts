import type { Builder, Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";

export type NewEnrolment = Database["tables"]["enrolments"]["$inferInsert"];

/** The statement that enrols leads, each once, for the commit that writes their first deliveries. */
export function enrolling(write: Builder, { enrolments }: Tables, rows: readonly NewEnrolment[]) {
  if (rows.length === 0) return [];
  return [
    write
      .insert(enrolments)
      .values([...rows])
      .onConflictDoNothing(),
  ];
}
