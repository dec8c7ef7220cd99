import { and, type Column, eq, isNull, type SQL } from "drizzle-orm";

/** Whether a row still has in these columns what was read, for a change by somebody who did; what is undefined was not. */
export function isStill<T extends object>(
  table: T,
  known: { [Name in keyof T]?: unknown } = {},
): SQL | undefined {
  const read = Object.entries(known).filter(([, value]) => value !== undefined);
  return and(
    ...read.map(([name, value]) => {
      const column = table[name as keyof T] as Column;
      return value === null ? isNull(column) : eq(column, value);
    }),
  );
}
