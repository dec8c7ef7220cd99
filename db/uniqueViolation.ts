// SQLite's extended result codes, and PostgreSQL's unique_violation.
const codes = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "23505"]);

/** Whether a write failed because another row has the same key; drizzle wraps the driver's error in its own. */
export function isUniqueViolation(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ("code" in current && codes.has(String(current.code))) return true;
  return false;
}

/** What a write answers; null where another row has its key already. */
export async function unlessTaken<R>(write: Promise<R>): Promise<R | null> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
