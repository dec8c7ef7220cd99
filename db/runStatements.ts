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

/**
 * The same for a driver that sends what it is given at once, though earlier statements are not answered yet: none is waited for but
 * where values follow from what came of it, so that all of them cost a round trip and not one each. Whoever calls answers
 * for it that none is run once an earlier one has failed, as within a transaction of PostgreSQL.
 */
export async function runStatementsTogether(
  statements: Statements,
  run: (statement: Ready) => PromiseLike<unknown>,
): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  let sent: Promise<void>[] = [];
  // All are waited for also where one has failed: until then the connection is nobody else's.
  const answered = async () => {
    const outcomes = await Promise.allSettled(sent);
    sent = [];
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  };
  const send = async (into: object, name: string | number, statement: Ready) => {
    Reflect.set(into, name, await run(statement));
  };
  for (const [name, what] of Object.entries(statements)) {
    const each = isList(what) ? what : [what];
    const into = isList(what) ? new Array<unknown>(what.length) : results;
    // A name keeps its place among the others, whenever it is answered.
    results[name] = isList(what) ? into : undefined;
    for (const [at, statement] of each.entries()) {
      if ("valuesFrom" in statement) await answered();
      sent.push(send(into, isList(what) ? at : name, ready(statement, results)));
    }
  }
  await answered();
  return results;
}

function ready(statement: Statement, earlier: Earlier): Ready {
  return "valuesFrom" in statement ? bound(statement.shape, statement.valuesFrom(earlier)) : statement;
}

function isList(what: Statement | readonly Statement[]): what is readonly Statement[] {
  return Array.isArray(what);
}
