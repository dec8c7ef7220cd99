import { expect, test } from "bun:test";
import { jobLimits } from "../../../contract/limits/jobs.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { createImportService } from "../../../server/imports/imports.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { importDesk } from "../../support/leads/importDesk.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { until } from "../../support/until.ts";

const ada = scopeNamed("ada");

eachDatabase("imports of several servers", (open) => {
  const database = emptyBeforeEach(open);

  test("what one server imports another leaves alone while it lives, and goes on with when it is dead", async () => {
    const desk = importDesk(database());
    try {
      // Another server has taken the import up and works on it; of itself it says no more than that it lives.
      await desk.jobs.close();
      const job = await desk.begin(ada, "Name,Email\nNew,new@example.com\n");
      const store = createJobStore(database());
      const now = desk.core.clock.now();
      const claim = { kinds: ["import"], holder: "other", now, leaseUntil: now + jobLimits.leaseMs };
      expect(await store.claim(claim)).toMatchObject({ attempts: 1 });

      const jobs = createJobs(desk.core);
      const files = createImportService(desk.core, { jobs });
      const done: string[] = [];
      jobs.start({
        import: files.handler,
        forgetJobs: { everyMs: 60_000, run: async () => done.push("looked") },
      });
      await until(() => done.length > 0);
      expect(await desk.look(ada, job)).toMatchObject({ state: "running" });

      const later = now + jobLimits.leaseMs + 1;
      desk.core.clock.now = () => later;
      expect(await desk.over(ada, job)).toMatchObject({ state: "done", report: { added: 1 } });
      expect((await desk.all(ada.workspaceId)).map(({ email }) => email)).toEqual(["new@example.com"]);
      await until(async () => (await store.count()) === 1);
      await jobs.close();
    } finally {
      await desk.close();
    }
  }, 90_000);

  test("an import that waits when its server stops is run by the next one", async () => {
    const desk = importDesk(database());
    try {
      await desk.jobs.close();
      const job = await desk.begin(ada, "Name,Email\nNew,new@example.com\n");
      const jobs = createJobs(desk.core);
      jobs.start({ import: createImportService(desk.core, { jobs }).handler });
      expect(await desk.over(ada, job)).toMatchObject({ state: "done", report: { added: 1 } });
      await jobs.close();
    } finally {
      await desk.close();
    }
  }, 90_000);
});
