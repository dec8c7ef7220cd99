import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createSharedTurns } from "../../../server/core/turns.ts";
import { createLog } from "../../../server/log/log.ts";
import { createLogOutput } from "../../../server/log/output.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { until } from "../../support/until.ts";

const scope = (workspaceId: string) => ({ workspaceId });

/** Two servers with the same line on one database; one process where that is all there is. */
function servers(database: Database) {
  const output = createLogOutput({ format: "json", write: () => {} });
  const log = createLog({ output, clock: { now: Date.now }, level: "error" });
  const made = () =>
    createSharedTurns({ database, log }, { name: "work", waitingMax: 2, tooMuch: "imports_waiting" });
  const one = made();
  return { one, other: database.shared === null ? one : made() };
}

type Work = ReturnType<typeof work>;
type Four = [Work, Work, Work, Work];

/** Work that ends when it is told to, and says when it began. */
function work(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  return {
    end: () => resolve(name),
    run: () => {
      begun.push(name);
      return promise;
    },
  };
}

eachDatabase("turns", (open) => {
  const database = emptyBeforeEach(open);

  test("are taken one at a time, in order, at whichever server; another workspace waits for none of it", async () => {
    const { one, other } = servers(database());
    const begun: string[] = [];
    const [first, second, third, apart] = ["first", "second", "third", "apart"].map((name) =>
      work(begun, name),
    ) as Four;
    const a = one.take(scope("ada"), first.run);
    await until(() => begun.length === 1);
    const b = other.take(scope("ada"), second.run);
    await standing(database(), "work ada", 2);
    const c = one.take(scope("ada"), third.run);
    await standing(database(), "work ada", 3);
    const d = other.take(scope("eve"), apart.run);
    await until(() => begun.length === 2);
    expect(begun).toEqual(["first", "apart"]);
    first.end();
    expect(await a).toBe("first");
    await until(() => begun.length === 3);
    second.end();
    await until(() => begun.length === 4);
    expect(begun).toEqual(["first", "apart", "second", "third"]);
    third.end();
    apart.end();
    expect(await Promise.all([b, c, d])).toEqual(["second", "third", "apart"]);
  });

  test("are refused where too many wait already, and free again when they end", async () => {
    const { one, other } = servers(database());
    const begun: string[] = [];
    const works = ["a", "b", "c"].map((name) => work(begun, name));
    const taken = [];
    for (const [index, { run }] of works.entries()) {
      taken.push((index === 1 ? other : one).take(scope("ada"), run));
      await standing(database(), "work ada", index + 1);
    }
    await expect(other.take(scope("ada"), async () => "late")).rejects.toMatchObject({
      code: "rate_limited",
    });
    for (const { end } of works) end();
    await Promise.all(taken);
    expect(await other.take(scope("ada"), async () => "now")).toBe("now");
    expect(await rows(database())).toEqual([]);
  });

  test("go on after work that failed", async () => {
    const { one, other } = servers(database());
    const failing = one.take(scope("ada"), async () => {
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await other.take(scope("ada"), async () => "on")).toBe("on");
  });
});

eachDatabase("a place in a line", (open) => {
  const database = emptyBeforeEach(open);

  test("of a process that is gone is free after its lease, and no row of it stays", async () => {
    const { shared } = database();
    if (shared === null) return;
    const turn = (ticket: string, leaseMs: number) => ({ key: "k", ticket, waitingMax: 1, leaseMs });
    expect(await shared.stand(turn("gone", -1))).toBe(0);
    expect(await shared.stand(turn("waiting", 60_000))).toBe(0);
    expect(await shared.stand(turn("next", 60_000))).toBe(1);
    expect(await shared.stand(turn("one too many", 60_000))).toBeNull();
    expect(await shared.stand(turn("next", 60_000))).toBe(1);
    await shared.leave({ key: "k", ticket: "waiting" });
    expect(await shared.stand(turn("next", -1))).toBe(0);
    await shared.leave({ key: "another", ticket: "somebody" });
    expect(await rows(database())).toEqual([]);
  });
});

const rows = ({ read, tables }: Database) => read.select().from(tables.turns);

/** Waits until so many stand in a line; in memory they stand there at once. */
async function standing(database: Database, key: string, count: number): Promise<void> {
  if (database.shared === null) return;
  await until(async () => {
    const line = (await rows(database)).find((row) => row.key === key);
    return (line?.tickets as unknown[] | undefined)?.length === count;
  });
}
