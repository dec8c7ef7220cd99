import { expect } from "bun:test";
import { createJobStore } from "../../../../db/stores/jobs/jobs.ts";
import { newJob } from "../../../../server/jobs/jobs.ts";
import { scenario } from "../../../support/server/scenario.ts";
import type { TestPerson, TestServer } from "../../../support/server/testServer.ts";

/** Somebody who runs the installation, and a job of somebody's that has failed; its id. */
async function withFailedJob(server: TestServer): Promise<{ as: TestPerson; id: string }> {
  const as = await server.signUp();
  await server.grant(as, { role: "admin" });
  const { tables, atomically } = server.core.database;
  const { id, payload, ...job } = newJob(server.core, { kind: "import", workspaceId: "ada" });
  await atomically((write) => ({
    job: write.insert(tables.jobs).values({
      ...job,
      id,
      payload: JSON.stringify({ ...payload, importId: "canary-payload" }),
      state: "failed",
      dueAt: null,
      attempts: 10,
      lastError: "import: An import failed",
      lease: 10,
      failedAt: job.createdAt,
    }),
  }));
  return { as, id };
}

export const adminScenarios = [
  scenario(
    "GET /amplify/admin/jobs",
    async ({ server }) => {
      const { as } = await withFailedJob(server);
      await withFailedJob(server);
      return { input: { query: { state: "failed" as const, pageSize: 1 } }, as };
    },
    ({ json, text }) => {
      const failed = { kind: "import", workspaceId: "ada", state: "failed", attempts: 10, dueAt: null };
      expect(json).toMatchObject({ items: [failed], next: expect.any(String) });
      expect((json as { total: number }).total).toBeGreaterThan(1);
      expect(text).not.toContain("canary-payload");
    },
  ),

  scenario(
    "POST /amplify/admin/jobs/{id}/retry",
    async ({ server }) => {
      const { as, id } = await withFailedJob(server);
      return { input: { params: { id } }, as };
    },
    async ({ response, world }) => {
      const id = new URL(response.url).pathname.split("/").at(-2) ?? "";
      // Whether it is under way or done by now: it has not failed any more.
      expect(await createJobStore(world.server.core.database).stateOf(id)).not.toBe("failed");
    },
  ),
];
