import { and, eq, inArray } from "drizzle-orm";
import { minuteMs } from "../../../contract/limits/units.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { CampaignStep, PlanAudience, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../db/database.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { createPlanAudiences } from "../../../server/campaigns/plans/planAudience.ts";
import { sequenceJobs } from "../../../server/campaigns/sequences/jobs.ts";
import { enrolmentOf } from "../../../server/campaigns/sequences/joins.ts";
import type { Core } from "../../../server/core/core.ts";
import type { JobHandlers } from "../../../server/jobs/handler.ts";
import { newJob } from "../../../server/jobs/jobs.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import type { SendingCommand } from "../../../server/sending/boundary/port.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { keptLog } from "../server/keptLog.ts";
import { credentialRow, leadRow } from "../smtp/sendingRows.ts";

export const workspaceId = "ada";
export const planId = "plan";

/** A step as it is composed, changed as a test wants; its one variant is called as it is. */
export function stepOf(id: string, changes: Partial<CampaignStep> = {}): CampaignStep {
  return {
    id,
    delayMinutes: 0,
    condition: { kind: "always" },
    sameThread: false,
    variants: [{ id: `${id}.a`, share: 100 }],
    test: null,
    ...changes,
  };
}

export const noAudience: PlanAudience = {
  everyone: false,
  collections: [],
  segments: [],
  leads: [],
  after: null,
  not: { collections: [], segments: [], campaigns: [], mailedWithinDays: null },
  joinLater: false,
};

/** A running sequence over a real database, with a clock that a test sets, and nobody who sends but the test. */
export async function sequenceWorld(
  database: Database,
  { now: startAt = Date.UTC(2026, 0, 5, 9), ...given }: { now?: number } & Partial<PlanContent>,
) {
  let now = startAt;
  let lastId = 0;
  const core = {
    settings: readSettings({ AMPLIFY_PLANS: "off", PUBLIC_URL: "http://sim.test" }),
    clock: { now: () => now },
    database,
    log: keptLog().log,
    secrets: createSecrets(Buffer.alloc(32, 7)),
    newId: () => `id${String(++lastId).padStart(8, "0")}`,
  } as unknown as Core;
  const told: SendingCommand[] = [];
  const store = createJobStore(database);
  const handlers = (): JobHandlers =>
    sequenceJobs(core, {
      jobs: { askAll: (wishes) => store.put(wishes.map((wish) => newJob(core, wish))) },
      sender: { tell: async (command) => void told.push(command) },
      audiences: createPlanAudiences(core),
      waits: { turn: () => new Promise((resolve) => setImmediate(resolve)) },
    });
  const { name = "Sequence", kind = "sequence", audience = noAudience, ...content } = given;
  const whole: Omit<PlanContent, "name" | "kind" | "audience"> = {
    steps: [stepOf("one")],
    accounts: ["account"],
    whenFull: "wait",
    window: null,
    zone: "UTC",
    zoneField: null,
    spread: "fast",
    startAt: null,
    holdSeconds: 0,
    trackOpens: false,
    trackClicks: false,
    stop: { onClick: false, onReply: false, onLeaving: false, onField: null },
    ...content,
  };
  await fill(database, { now, name, kind, audience, whole });
  return {
    core,
    told,
    content: whole,
    ...looks(database),
    ...actions(database, () => now),
    get now() {
      return now;
    },
    /** Lets so many minutes go by. */
    pass(minutes: number): void {
      now += minutes * minuteMs;
    },
    /** Lets so many minutes go by, in which a worker works, and every mail goes at once. */
    async live(minutes: number, everyMinutes = 30): Promise<void> {
      for (let left = minutes; left > 0; left -= everyMinutes) {
        await this.work();
        await this.settle();
        this.pass(Math.min(left, everyMinutes));
      }
      await this.work();
    },
    async join(...leadIds: string[]): Promise<void> {
      const plan = { id: planId, workspaceId };
      const rows = leadIds.map((id) =>
        enrolmentOf(plan, whole, { lead: { id, fields: null }, now, zoneField: null }),
      );
      await database.atomically((write) => ({
        joined: write.insert(database.tables.enrolments).values(rows),
      }));
    },
    /** Everything that is to be done by now, as a worker does it. */
    work: (kinds = ["campaignsDue", "campaignAdvance", "campaignJoin"]) =>
      workOff(core, { handlers: handlers(), kinds }),
    handlers,
  };
}

/** One worker that does what is due, and then looks for what those jobs have asked for. */
export async function workOff(
  core: Core,
  { handlers, kinds }: { handlers: JobHandlers; kinds: readonly string[] },
): Promise<void> {
  const store = createJobStore(core.database);
  const due = kinds.filter((kind) => kind !== "campaignAdvance");
  await store.put(due.map((kind) => newJob(core, { kind: kind as "campaignsDue", key: kind })));
  for (;;) {
    const now = core.clock.now();
    const row = await store.claim({ kinds, holder: "worker", now, leaseUntil: now + minuteMs });
    if (row === null) return;
    const { id, workspaceId: whose, attempts: attempt, createdAt, lease } = row;
    const signal = new AbortController().signal;
    const payload = JSON.parse(row.payload) as unknown;
    await handlers[row.kind as "campaignsDue"]?.run({
      id,
      workspaceId: whose,
      payload,
      attempt,
      lease,
      createdAt,
      signal,
    });
    await store.done(row);
  }
}

type Filling = {
  now: number;
  name: string;
  kind: PlanContent["kind"];
  audience: PlanAudience;
  whole: Omit<PlanContent, "name" | "kind" | "audience">;
};

async function fill({ tables, atomically }: Database, of: Filling): Promise<void> {
  const { now, name, kind, audience, whole } = of;
  const variants = whole.steps.flatMap(({ variants: all }) => all.map(({ id }) => id));
  await atomically((write) => ({
    accounts: whole.accounts.map((id) =>
      write.insert(tables.credentials).values(credentialRow({ id, workspaceId, appEmail: `${id}@ada.test` })),
    ),
    plan: write.insert(tables.campaignPlans).values({
      id: planId,
      workspaceId,
      name,
      kind,
      state: "started",
      content: whole,
      audience,
      version: 1,
      createdBy: workspaceId,
      createdAt: now,
      updatedAt: now,
      startedAt: now,
    }),
    mails: variants.map((variantId) =>
      write.insert(tables.planMails).values({
        planId,
        variantId,
        workspaceId,
        subject: `About ${variantId}`,
        preview: "",
        version: 1,
        html: `<p>${variantId} <a href="https://a.test/${variantId}">look</a></p>`,
        updatedAt: now,
      }),
    ),
  }));
}

function actions({ tables, atomically }: Database, now: () => number) {
  const { deliveries, leads, campaignPlans, suppressions } = tables;
  return {
    async addLeads(count: number, prefix = "lead"): Promise<string[]> {
      const ids = Array.from({ length: count }, (_, nth) => `${prefix}${String(nth).padStart(6, "0")}`);
      for (let at = 0; at < count; at += 500)
        await atomically((write) => ({
          leads: write.insert(leads).values(
            ids.slice(at, at + 500).map((id) =>
              leadRow(id, `${id}@in.test`, {
                workspaceId,
                firstName: "F",
                lastName: "L",
                searchText: id,
                emailHash: id,
              }),
            ),
          ),
        }));
      return ids;
    },

    /** What is queued comes to its end; of all leads, or of those named. */
    async settle(state: DeliveryState = "sent", ...leadIds: string[]): Promise<void> {
      const whose = leadIds.length === 0 ? undefined : inArray(deliveries.leadId, leadIds);
      await atomically((write) => ({
        settled: write
          .update(deliveries)
          .set({ state, sentAt: state === "sent" ? now() : null })
          .where(
            and(
              inArray(deliveries.state, ["queued", "uncertain"]),
              whose,
              eq(deliveries.workspaceId, workspaceId),
            ),
          ),
      }));
    },

    async change(leadId: string, set: Partial<typeof leads.$inferInsert>): Promise<void> {
      await atomically((write) => ({
        changed: write
          .update(leads)
          .set(set)
          .where(and(eq(leads.id, leadId), eq(leads.workspaceId, workspaceId))),
      }));
    },

    async suppress(leadId: string): Promise<void> {
      await atomically((write) => ({
        suppressed: write
          .insert(suppressions)
          .values({ workspaceId, emailHash: leadId, source: "recipient", createdAt: 1 }),
      }));
    },

    async react(leadId: string, set: Partial<typeof deliveries.$inferInsert>): Promise<void> {
      await atomically((write) => ({
        changed: write
          .update(deliveries)
          .set(set)
          .where(and(eq(deliveries.leadId, leadId), eq(deliveries.workspaceId, workspaceId))),
      }));
    },

    async setPlan(set: Partial<typeof campaignPlans.$inferInsert>): Promise<void> {
      await atomically((write) => ({
        changed: write
          .update(campaignPlans)
          .set(set)
          .where(and(eq(campaignPlans.id, planId), eq(campaignPlans.workspaceId, workspaceId))),
      }));
    },
  };
}

function looks({ tables, read }: Database) {
  const { deliveries, campaigns, enrolments, campaignPlans, campaignActivity } = tables;
  return {
    /** Each mail as lead, step and variant, in the order in which they were written. */
    async mails() {
      return read
        .select({
          id: deliveries.id,
          leadId: deliveries.leadId,
          step: campaigns.step,
          thread: deliveries.thread,
          variantId: campaigns.variantId,
          subject: campaigns.subject,
          campaignId: campaigns.id,
          state: deliveries.state,
          part: campaigns.state,
          zone: campaigns.zone,
        })
        .from(deliveries)
        .innerJoin(campaigns, eq(campaigns.id, deliveries.campaignId))
        .where(eq(deliveries.workspaceId, workspaceId))
        .orderBy(campaigns.step, deliveries.leadId);
    },

    async enrolment(leadId: string) {
      const [row] = await read
        .select()
        .from(enrolments)
        .where(and(eq(enrolments.leadId, leadId), eq(enrolments.workspaceId, workspaceId)));
      if (row === undefined) throw new Error(`${leadId} has not joined`);
      return row;
    },

    async plan() {
      const [row] = await read
        .select()
        .from(campaignPlans)
        .where(and(eq(campaignPlans.id, planId), eq(campaignPlans.workspaceId, workspaceId)));
      if (row === undefined) throw new Error("there is no plan");
      return row;
    },

    parts: () =>
      read
        .select()
        .from(campaigns)
        .where(eq(campaigns.workspaceId, workspaceId))
        .orderBy(campaigns.step, campaigns.id),
    activity: () =>
      read
        .select()
        .from(campaignActivity)
        .where(eq(campaignActivity.workspaceId, workspaceId))
        .orderBy(campaignActivity.id),
  };
}
