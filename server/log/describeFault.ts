/**
 * An unexpected error in words for the log: what went wrong and where, through all its causes. A failed query
 * is named without its text and values, which may be somebody's address, hash or token.
 */
export function describeFault(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current !== undefined && current !== null; current = causeOf(current))
    parts.push(described(current));
  return parts.join("\ncaused by ");
}

function described(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  if ("params" in error) return "a query of the database failed";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [`${error.name}: ${error.message}`, ...frames].join("\n");
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
