import { type Bound, bound, type Earlier, type Statement, type Statements } from "./database.ts";

/** A statement that has its values. */
export type Ready = PromiseLike<unknown> | Bound<unknown>;

/** Runs named statements one after the other, for a driver that answers at once. */
export function runStatements(
  statements: Statements,
  run: (statement: Ready) => unknown,
): Record<string, unknown> {
  const results: Record<string, unknown> = {};
  const runOne = (statement: Statement) => run(ready(statement, results));
  for (const [name, what] of Object.entries(statements))
    results[name] = isList(what) ? what.map(runOne) : runOne(what);
  return results;
}

/** The same for a driver that is waited for; the first statement that fails ends it. */
export async function runStatementsInTurn(
  statements: Statements,
  run: (statement: Ready) => PromiseLike<unknown>,
): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const [name, what] of Object.entries(statements)) {
    if (isList(what)) {
      const list: unknown[] = [];
      for (const statement of what) list.push(await run(ready(statement, results)));
      results[name] = list;
    } else results[name] = await run(ready(what, results));
  }
  return results;
}

function ready(statement: Statement, earlier: Earlier): Ready {
  return "valuesFrom" in statement ? bound(statement.shape, statement.valuesFrom(earlier)) : statement;
}

function isList(what: Statement | readonly Statement[]): what is readonly Statement[] {
  return Array.isArray(what);
}
