import { expect, setDefaultTimeout, test } from "bun:test";
import pg from "pg";
import { onPostgres } from "../../support/postgres/onPostgres.ts";

setDefaultTimeout(60_000);
const counted = { name: "tries", key: "k", rate: { count: 50, windowMs: 600_000 }, keysMax: 100 };

onPostgres("what several processes count together", (postgres) => {
  test("is exact over many connections at once, with as many taken back as were counted", async () => {
    const url = await postgres.copy();
    const databases = await Promise.all(Array.from({ length: 4 }, () => postgres.open(url)));
    const hits = () =>
      Promise.all(Array.from({ length: 400 }, (_, n) => databases[n % 4]?.shared?.hit(counted)));
    expect((await hits()).filter((waitMs) => waitMs === null)).toHaveLength(50);
    await Promise.all(Array.from({ length: 20 }, (_, n) => databases[n % 4]?.shared?.undo(counted)));
    expect((await hits()).filter((waitMs) => waitMs === null)).toHaveLength(20);
  });

  test("is waited for no longer than it may take, and then lets nobody through", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    await database.shared?.hit(counted);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN; UPDATE "rateWindows" SET count = count');
    await expect(database.shared?.hit(counted)).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await holder.query("ROLLBACK");
    await holder.end();
    expect(await database.shared?.hit(counted)).toBeNull();
  });

  test("has one order at four servers, in which nobody is twice and nobody is left out", async () => {
    const url = await postgres.copy();
    const databases = await Promise.all(Array.from({ length: 4 }, () => postgres.open(url)));
    const tickets = Array.from({ length: 40 }, (_, n) => `ticket ${n}`);
    const turn = (ticket: string) => ({ key: "line", ticket, waitingMax: 29, leaseMs: 60_000 });
    const places = await Promise.all(
      tickets.map((ticket, n) => databases[n % 4]?.shared?.stand(turn(ticket))),
    );
    const stood = places.filter((place) => place !== null).sort((a, b) => Number(a) - Number(b));
    expect(stood).toEqual(Array.from({ length: 30 }, (_, place) => place));
    await Promise.all(tickets.map((ticket, n) => databases[n % 4]?.shared?.leave({ key: "line", ticket })));
    expect(await postgres.ask(url, "SELECT 1 FROM turns")).toEqual([]);
  });
});
