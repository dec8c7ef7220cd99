import { afterAll, beforeAll, expect, test } from "bun:test";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp();
  await server.grant(admin, { role: "admin" });
});
afterAll(() => server.close());

test("the jobs of the installation are an admin's to see, and nobody else's, whatever their plan", async () => {
  const other = await server.signUp();
  await server.grant(other, { status: "AMEX" });
  const forbidden = { status: 403, code: "forbidden" };
  await expect(other.client("GET /amplify/admin/jobs")).rejects.toMatchObject(forbidden);
  await expect(
    other.client("POST /amplify/admin/jobs/{id}/retry", { params: { id: "any" } }),
  ).rejects.toMatchObject(forbidden);
  // What comes back by itself is there from the start.
  const { items } = await admin.client("GET /amplify/admin/jobs");
  expect(items.map(({ kind }) => kind)).toContain("forgetSessions");
  await server.grant(admin, { role: "user" });
  await expect(admin.client("GET /amplify/admin/jobs")).rejects.toMatchObject(forbidden);
  await server.grant(admin, { role: "admin" });
});

test("the list goes on where a page ends, each job once", async () => {
  const { total } = await admin.client("GET /amplify/admin/jobs");
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const query = { pageSize: 3, ...(before === undefined ? {} : { before }) };
    const page = await admin.client("GET /amplify/admin/jobs", { query });
    expect(page.items.length).toBeLessThanOrEqual(3);
    seen.push(...page.items.map(({ _id }) => _id));
    before = page.next ?? undefined;
  } while (before !== undefined);
  expect(total).toBeGreaterThan(3);
  expect(new Set(seen).size).toBe(total);
  expect(seen).toHaveLength(total);
});

test("only a failed job is tried again, and the security log has who wanted that, and of which", async () => {
  const retry = (id: string) => admin.client("POST /amplify/admin/jobs/{id}/retry", { params: { id } });
  await expect(retry("none")).rejects.toMatchObject({ status: 404, code: "not_found" });
  const [waiting] = await createJobStore(server.core.database).page({ beforeId: null, sizeMax: 1 });
  await expect(retry(waiting?.id ?? "")).rejects.toMatchObject({ status: 409, code: "conflict" });

  const { core } = server;
  const { jobs } = core.database.tables;
  const id = core.newId();
  const failed = { workspaceId: "", kind: "none", payload: "{}", state: "failed" as const, failedAt: 1 };
  await core.database.atomically((write) => ({
    added: write.insert(jobs).values({ ...failed, id, attempts: 3, lease: 3, createdAt: 1 }),
  }));
  await retry(id);
  const told = server.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === "job_retried");
  const of = { log: "security", user: admin.uid, from: expect.any(String) };
  expect(told.slice(-3)).toMatchObject([
    { ...of, outcome: "refused", code: "not_found" },
    { ...of, outcome: "refused", code: "conflict" },
    { ...of, outcome: "done", job: id },
  ]);
});
