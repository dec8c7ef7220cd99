import { afterEach, expect, test } from "bun:test";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { openWire, type Wire } from "../../support/postgres/wire.ts";
import { until } from "../../support/until.ts";

let wire: Wire | undefined;
afterEach(async () => {
  await wire?.close();
});

onPostgres("the right to send for a PostgreSQL database", (postgres) => {
  test("is one process's, until it gives it back", async () => {
    const url = await postgres.copy();
    const [first, second] = [await postgres.open(url), await postgres.open(url)];
    expect(await first.becomeSender()).toBe(true);
    expect(await first.becomeSender()).toBe(true);
    expect(await second.becomeSender()).toBe(false);
    await first.close();
    expect(await second.becomeSender()).toBe(true);
  });

  test("is another one's for another database on the same server", async () => {
    const [one, other] = [
      await postgres.open(await postgres.copy()),
      await postgres.open(await postgres.copy()),
    ];
    expect(await one.becomeSender()).toBe(true);
    expect(await other.becomeSender()).toBe(true);
  });

  for (const [how, lose] of [
    ["its connection is cut", (line: Wire) => line.cut()],
    ["its line goes silent", (line: Wire) => line.silence()],
  ] as const)
    test(`is lost when ${how}, and whoever had it is told and may ask again`, async () => {
      const url = await postgres.copy();
      const line = await openWire(url);
      wire = line;
      const [holder, waiting] = [await postgres.open(line.url), await postgres.open(url)];
      let losses = 0;
      const onLost = () => {
        losses += 1;
      };
      expect(await holder.becomeSender(onLost)).toBe(true);
      expect(await waiting.becomeSender()).toBe(false);
      lose(line);
      await until(() => losses > 0, 20_000);
      expect(losses).toBe(1);
      // The line ends at last; a server that hears nothing more of it would end it by itself.
      line.cut();
      await until(() => waiting.becomeSender(), 20_000);
    }, 60_000);
});
