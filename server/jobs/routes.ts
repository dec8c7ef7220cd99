import { pageLimits } from "../../contract/limits/http.ts";
import { refused } from "../../contract/refused.ts";
import type { Job, JobState } from "../../contract/schemas/jobs.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { createJobStore, type JobRow } from "../../db/stores/jobs/jobs.ts";
import type { Core } from "../core/core.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import type { Jobs } from "./jobs.ts";

/** For those who run the installation: what waits, what runs, what has failed. */
export function jobRoutes(core: Core, jobs: Pick<Jobs, "wake">): Route[] {
  const store = createJobStore(core.database);
  return [
    route("GET /amplify/admin/jobs", async ({ query }) => {
      const { state, before, order = "desc", pageSize = pageLimits.sizeDefault } = query;
      const found = await store.page({ state, beforeId: before ?? null, order, sizeMax: pageSize + 1 });
      const items = found.slice(0, pageSize).map(wireJob);
      const next = found.length > pageSize ? (items.at(-1)?._id ?? null) : null;
      return { items, total: await store.count(state), next };
    }),

    route("POST /amplify/admin/jobs/{id}/retry", async ({ params: { id } }) => {
      if ((await store.stateOf(id)) === null) throw refused("job_not_found");
      if (!(await store.again(id, core.clock.now()))) throw refused("job_not_failed");
      jobs.wake();
      return { message: inTexts(answerTexts).jobs.triedAgain };
    }),
  ];
}

function wireJob({ id, payload: _payload, holder: _holder, lease: _lease, key: _key, ...row }: JobRow): Job {
  return { ...row, _id: id, state: row.state as JobState };
}
