import { expect, test } from "bun:test";
import { dayMs } from "../../../contract/limits/units.ts";
import { createRequestStore } from "../../../db/stores/keys/requests.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const today = 20_000 * dayMs;
let count = 0;

function request(keyId: string, at: number, status: number, workspaceId = "ada") {
  count += 1;
  const of = { workspaceId, keyId, at, status };
  return {
    id: `request ${count}`,
    method: "GET",
    path: "/templates",
    tookMs: 1,
    address: "203.0.113.1",
    ...of,
  };
}

eachDatabase("calls of keys", (open) => {
  const database = emptyBeforeEach(open);

  test("are counted by key, day and kind of answer with every batch, each workspace its own", async () => {
    const store = createRequestStore(database());
    await store.add([
      request("cron", today - 1, 200),
      request("cron", today, 201),
      request("cron", today + dayMs - 1, 304),
      request("cron", today, 429),
      request("shop", today, 500),
      request("theirs", today, 200, "bob"),
    ]);
    await store.add([request("cron", today, 200), request("cron", today, 404)]);
    await store.add([]);
    const found = await store.daysSince("ada", today - dayMs);
    expect(found.toSorted((a, b) => a.keyId.localeCompare(b.keyId) || a.day - b.day)).toEqual([
      { keyId: "cron", day: today - dayMs, done: 1, refused: 0, failed: 0 },
      { keyId: "cron", day: today, done: 3, refused: 2, failed: 0 },
      { keyId: "shop", day: today, done: 0, refused: 0, failed: 1 },
    ]);
    expect(await store.daysSince("bob", today)).toEqual([
      { keyId: "theirs", day: today, done: 1, refused: 0, failed: 0 },
    ]);
  });

  test("are told of the days asked for alone, and outlive the log of them for a while", async () => {
    const store = createRequestStore(database());
    await store.add([request("cron", today - 2 * dayMs, 200), request("cron", today, 200)]);
    expect(await store.daysSince("ada", today - dayMs + 5)).toMatchObject([{ day: today }]);
    await store.forgetBefore({ requests: today + 1, days: today - dayMs, countMax: 10 });
    const page = { workspaceId: "ada", keyId: null, status: null, method: null, path: null, before: null };
    expect(await store.page({ ...page, since: 0, countMax: 10 })).toEqual([]);
    expect(await store.daysSince("ada", 0)).toMatchObject([{ day: today }]);
  });
});
