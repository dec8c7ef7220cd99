import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const nothing = { leads: 0, template: false, account: false, sent: false, putAway: false, samples: false };

/** How many rows of each table are this person's workspace's. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const { read, tables } = server.core.database;
  const owned = Object.entries(tables).filter(([, table]) => "workspaceId" in table);
  const counts = await Promise.all(
    owned.map(async ([name, table]) => {
      const rows = await read.select().from(table as typeof tables.leads);
      return [name, rows.filter((row) => row.workspaceId === workspaceId).length] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

test("sample data bring somebody to their first mail in one call, and go again without a trace", async () => {
  const ada = await server.signUp();
  expect(await ada.client("GET /amplify/start")).toEqual(nothing);
  const before = await rowsOf(ada.uid);

  const done = await ada.client("POST /amplify/start/samples", { body: {} });
  expect(done).toMatchObject({ template: true, account: true, sent: true, samples: true });
  await until(async () => (await ada.client("GET /amplify/sandbox/mails")).total === done.leads);
  const { items } = await ada.client("GET /amplify/sandbox/mails");
  expect(done.leads).toBeGreaterThan(2);
  // Nothing below .example can ever be delivered to anybody.
  expect(items.every(({ to }) => to.endsWith(".example"))).toBe(true);

  expect(await ada.client("DELETE /amplify/start/samples")).toEqual(nothing);
  // What was deleted can be brought back for some minutes; the budget of an account that is gone is forgotten with time.
  const { deletedLeads, deletedTemplates, templatePlaces, ...rows } = await rowsOf(ada.uid);
  const { leadCounts, usage, accountDays, accountLeases, ...left } = rows;
  expect([deletedLeads, deletedTemplates, templatePlaces]).toEqual([done.leads, 1, 1]);
  expect([leadCounts, usage, accountDays, accountLeases]).toEqual([1, 1, 1, 1]);
  expect(left).toEqual(before);
});

test("what is somebody's own stays when the sample data go", async () => {
  const ada = await server.signUp();
  const own = { firstName: "Bo", lastName: "Own", email: "mara@harbour-studio.example" };
  await ada.client("POST /amplify/leads", { body: own });
  await ada.client("POST /amplify/start/samples", { body: {} });
  const [account] = await ada.client("GET /amplify/auth/credentials");
  const { campaignId } = await ada.client("POST /email/send", {
    body: { subject: "Mine", html: "<p>Mine</p>", from: account?.appEmail ?? "", collection: "all" },
  });
  const isOver = async () =>
    (await ada.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } })).state === "finished";
  await until(isOver);

  await ada.client("DELETE /amplify/start/samples");
  expect(await ada.client("GET /amplify/leads")).toMatchObject([own]);
  expect(await ada.client("GET /amplify/auth/credentials")).toHaveLength(1);
  expect((await ada.client("GET /amplify/campaigns")) as unknown[]).toMatchObject([{ subject: "Mine" }]);
});

test("sample leads are as many as the plan has room for, and none are said to be too many", async () => {
  const ada = await server.signUp();
  const leads = Array.from({ length: 48 }, (_, at) => ({
    firstName: "A",
    lastName: "B",
    email: `a${at}@in.test`,
  }));
  await ada.client("POST /amplify/leads/bulk", { body: { leads } });
  expect(await ada.client("POST /amplify/start/samples", { body: { only: "leads" } })).toMatchObject({
    leads: 50,
  });
  await ada.client("DELETE /amplify/start/samples");
  const two = ["x@in.test", "y@in.test"].map((email) => ({ firstName: "A", lastName: "B", email }));
  await ada.client("POST /amplify/leads/bulk", { body: { leads: two } });
  const full = ada.client("POST /amplify/start/samples", { body: {} });
  await expect(full).rejects.toMatchObject({ code: "plan_limit" });
  expect(await ada.client("GET /amplify/start")).toMatchObject({ account: false, samples: false });
});

test("the steps are put away for the one who asked, and found again", async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  await ada.client("PUT /amplify/start", { body: { putAway: true } });
  expect(await ada.client("GET /amplify/start")).toMatchObject({ putAway: true });
  expect(await eve.client("GET /amplify/start")).toMatchObject({ putAway: false });
  await ada.client("PUT /amplify/start", { body: { putAway: false } });
  expect(await ada.client("GET /amplify/start")).toMatchObject({ putAway: false });
});
