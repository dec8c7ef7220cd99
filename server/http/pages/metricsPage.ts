import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { refused } from "../../../contract/refused.ts";
import { jobStates } from "../../../contract/schemas/jobs.ts";
import { createFigureStore } from "../../../db/stores/installation/figures.ts";
import type { Core } from "../../core/core.ts";
import { gauge, type Metrics } from "../../core/metrics.ts";
import { type Family, openMetrics, openMetricsType } from "../../core/openMetrics.ts";

/** `/metrics`, for whoever has the installation's token; where it has none there is no such page. */
export function createMetricsPage(core: Pick<Core, "settings" | "database">, metrics: Metrics): Hono {
  const { metricsToken } = core.settings;
  const app = new Hono();
  app.get("/metrics", async (context) => {
    if (metricsToken === null) throw refused("not_found");
    if (!isToken(context.req.header("authorization"), metricsToken)) throw refused("unauthorized");
    const families = [...metrics.families(), ...(await storedFamilies(core))];
    return context.body(openMetrics(families), 200, {
      "content-type": openMetricsType,
      "cache-control": "no-store",
    });
  });
  return app;
}

/** Hashes are of one length and are compared in one time, so an answer's time tells nothing of the token. */
function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(.*)$/i.exec(header ?? "")?.[1] ?? "";
  return timingSafeEqual(hashOf(given), hashOf(token));
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** What stands in the database, which all its processes share. */
async function storedFamilies({ database }: Pick<Core, "database">): Promise<Family[]> {
  const store = createFigureStore(database);
  const [deliveries, jobs, accounts, bytes] = await Promise.all([
    store.deliveries(),
    store.jobs(),
    store.accounts(),
    database.bytes(),
  ]);
  const jobCounts = jobStates.map((state) => [state, jobs.find((job) => job.state === state)?.count ?? 0]);
  return [
    byState("amplify_deliveries", "Mails of all campaigns by where they are", deliveries),
    byState("amplify_jobs", "Written-down work by where it is", Object.fromEntries(jobCounts)),
    byState(
      "amplify_accounts",
      "Sending accounts: working, resting until a time, stopped until a person acts",
      accounts,
    ),
    gauge("amplify_database_bytes", "Size of the database", bytes),
  ];
}

function byState(name: string, help: string, counts: Readonly<Record<string, number>>): Family {
  const samples = Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
  return { name, type: "gauge", help, samples };
}
