import type { Database } from "../../../db/database.ts";
import { exceptions } from "./scopeExceptions.ts";

/** Tables that are not a workspace's, each with the reason why. */
export const unscopedTables: Record<string, string> = {
  users: "a person may work in several workspaces",
  knownDevices: "a person signs in, whatever they then work in",
  passwordResets: "a person has a password",
  meta: "single values of the installation",
  senders: "whoever sends does so for everybody",
  rateWindows: "whoever calls is counted before anybody knows where they work, by a hash",
  turns: "a line is found by its key, and gone when nobody stands in it",
};

/** The queries of a statement, those in parentheses each for itself, with nothing of one in the other. */
function queriesIn(sql: string): string[] {
  const found: string[] = [];
  let at = 0;
  function group(): string {
    let text = "";
    while (at < sql.length) {
      const character = sql[at++];
      if (character === "'") {
        while (at < sql.length && sql[at] !== "'") at += 1;
        at += 1;
        text += "''";
      } else if (character === "(") {
        const inner = group();
        if (/^\s*(select|with)\b/i.test(inner)) found.push(inner);
        else text += `(${inner})`;
      } else if (character === ")") return text;
      else text += character;
    }
    return text;
  }
  found.push(group());
  return found;
}

/** The tables that a statement reads or changes without naming the workspace they are asked for. */
export function unscopedIn(sql: string, scoped: ReadonlySet<string>): string[] {
  // What tests do to the whole of a table, and no store does.
  if (/^(select|update|delete) /i.test(sql) && !/\b(where|join)\b/i.test(sql)) return [];
  return queriesIn(sql).flatMap((query) => {
    const inserted = /\binsert (?:or \w+ )?into "(\w+)" \(([^)]*)\)/i.exec(query);
    const isBare =
      inserted !== null && scoped.has(inserted[1] ?? "") && !inserted[2]?.includes('"workspaceId"');
    const sources = query.matchAll(/\b(?:from|join|update)\s+"(\w+)"(?:\s+(?:as\s+)?"(\w+)")?/gi);
    const asked = Array.from(sources, ([, table = "", alias = table]) => ({ table, alias })).filter(
      ({ table, alias }) =>
        scoped.has(table) && !isNamed(query, alias) && !isExcepted(query, { table, alias }),
    );
    return [...(isBare ? [inserted[1] ?? ""] : []), ...asked.map(({ table }) => table)];
  });
}

function isNamed(query: string, alias: string): boolean {
  const column = `(?:"${alias}"\\.|(?<!\\.))"workspaceId"`;
  // Written with `|| ''` where no index is to be led by it (`db/notLeading.ts`).
  return new RegExp(`${column} (?:\\|\\| '' )?(?:=|in\\b)|= "${alias}"\\."workspaceId"`, "i").test(query);
}

function isExcepted(query: string, { table, alias }: { table: string; alias: string }): boolean {
  return exceptions
    .filter(({ tables, only }) => tables.split(" ").includes(table) && (only?.test(query) ?? true))
    .flatMap(({ by }) => by)
    .some((column) =>
      column === ""
        ? !/\bwhere\b/i.test(query)
        : new RegExp(`"${alias}"\\."${column}"|where[^"]*"${column}"`, "i").test(query),
    );
}

/** The tables that are a workspace's. */
export function scopedTables({ tables }: Pick<Database, "tables">): ReadonlySet<string> {
  return new Set(Object.entries(tables).flatMap(([name, table]) => ("workspaceId" in table ? [name] : [])));
}

type Session = { prepareQuery(query: { sql: string }, ...rest: unknown[]): unknown };

/** From here on a statement of this database fails that names no workspace and needs one. */
export function requireScopes(database: Database): void {
  const { session } = database.read as unknown as { session: Session };
  const scoped = scopedTables(database);
  const known = new Set<string>();
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, ...rest) => {
    if (!known.has(query.sql)) {
      const unscoped = unscopedIn(query.sql, scoped);
      if (unscoped.length > 0)
        throw new Error(`a statement asks ${unscoped.join(", ")} for no workspace: ${query.sql}`);
      known.add(query.sql);
    }
    return prepareQuery(query, ...rest);
  };
}
