import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { planOf } from "../../../contract/plans.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import { createCampaignStore, preparing } from "../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createPlanStartStore, StartLost } from "../../../db/stores/campaigns/plans/planStarts.ts";
import { createPlanSteeringStore } from "../../../db/stores/campaigns/plans/planSteering.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { createUserStore, type User } from "../../../db/stores/identity/users.ts";
import { createSuppressionStore } from "../../../db/stores/leads/suppressions.ts";
import { activityOf } from "../../../server/campaigns/plans/planActivities.ts";
import { addDeliveries } from "../../support/db/addDeliveries.ts";
import { callerNamed, leadBook, leadNamed } from "../../support/leads/leadBook.ts";
import { onPostgres, type RealPostgres } from "../../support/postgres/onPostgres.ts";
import { campaignRow, leadRow, planRow } from "../../support/smtp/sendingRows.ts";
import { until } from "../../support/until.ts";

const ada = callerNamed("ada");
const at = 30_000_000 * 60_000;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

onPostgres("several processes on one PostgreSQL", (postgres) => {
  const processes = (count: number) => opened(postgres, count);

  test("claim 2,000 mails at once, each once, and book as many as they claimed", async () => {
    const [first, ...others] = await processes(4);
    if (first === undefined) throw new Error("no database");
    await addCampaign(first, 2_000);
    const claim = {
      workspaceId: ada.scope.workspaceId,
      campaignId: "campaign",
      credentialId: "account",
      countMax: 50,
      now: at,
      bucketAt: at,
    };
    const claimed = await Promise.all(
      [first, ...others].map(async (database) => {
        const ids: string[] = [];
        for (;;) {
          const batch = await createLedger(database).settleAndClaim([], claim);
          if (batch.length === 0) return ids;
          ids.push(...batch.map(({ id }) => id));
        }
      }),
    );
    const ids = claimed.flat();
    expect(ids).toHaveLength(2_000);
    expect(new Set(ids).size).toBe(2_000);
    expect(claimed.filter((own) => own.length > 0).length).toBeGreaterThan(1);
    const booked = await createUsageStore(first).bucketsSince({ credentialId: "account", since: 0 });
    expect(booked).toEqual([{ bucketAt: at, count: 2_000 }]);
    expect(await createLedger(first).countsOf("campaign")).toMatchObject({ sending: 2_000, queued: 0 });
  }, 60_000);

  test("fill a plan to its last lead and no further, with twenty imports at once", async () => {
    const databases = await processes(4);
    const max = planOf("AMFR").leadsMax;
    const each = Math.ceil(max / 12);
    const outcomes = await Promise.allSettled(
      numbers(20).map((index) => {
        const { imports } = leadBook(databases[index % 4] as Database, { plans: "on" });
        return imports.import(
          ada.scope,
          numbers(each).map((row) => leadNamed(`L${index}x${row}`)),
        );
      }),
    );
    const added = outcomes.filter(({ status }) => status === "fulfilled").length;
    const book = leadBook(databases[0] as Database);
    expect((await book.all(ada.uid)).length).toBeLessThanOrEqual(max);
    expect(await book.all(ada.uid)).toHaveLength(added * each);
    expect(added).toBe(Math.floor(max / each));
  }, 60_000);

  test("accept a request once that arrives at all of them", async () => {
    const databases = await processes(4);
    const outcomes = await Promise.all(
      numbers(20).map((index) =>
        createCampaignStore(databases[index % 4] as Database).addUnlessKnown({
          ...campaignRow({ id: `campaign${index}`, requestKey: "the same" }),
          html: "",
        }),
      ),
    );
    expect(outcomes.filter((isAdded) => isAdded)).toHaveLength(1);
  });
});

onPostgres("a server on one PostgreSQL with others", (postgres) => {
  test("leaves no mails of a campaign that another clears away while it writes them", async () => {
    const [mine, other] = await opened(postgres, 2);
    if (mine === undefined || other === undefined) throw new Error("two were opened");
    const { campaigns, deliveries } = mine.tables;
    await createCampaignStore(mine).addUnlessKnown({ ...campaignRow(), state: preparing, html: "" });
    const row = {
      campaignId: "campaign",
      workspaceId: "ada",
      attempts: 0,
      dueAt: at,
      state: "queued" as const,
    };
    const rows = numbers(10).map((nth) => ({
      ...row,
      id: `d${nth}`,
      leadId: `l${nth}`,
      email: `${nth}@in.test`,
    }));
    const written = createPlanStartStore(slowly(mine)).write({
      workspaceId: "ada",
      partIds: ["campaign"],
      deliveries: rows,
      enrolments: [],
    });
    await untilSlow(other);
    const key = { workspaceId: "ada", campaignId: "campaign" };
    await createLedger(other).removeAllOf(key, { turn: async () => {} });
    // It may be told that it came too late.
    await written.catch((error) => expect(error).toBeInstanceOf(StartLost));
    expect(await other.read.select({ id: deliveries.id }).from(deliveries)).toEqual([]);
    expect(await other.read.select({ id: campaigns.id }).from(campaigns)).toEqual([]);
  }, 60_000);

  test("lets nothing go again of a campaign that another cancels at that moment", async () => {
    const [mine, other] = await opened(postgres, 2);
    if (mine === undefined || other === undefined) throw new Error("two were opened");
    const { campaignPlans, campaigns, deliveries, leads } = mine.tables;
    await mine.atomically((write) => ({
      lead: write.insert(leads).values(leadRow("l", "l@in.test")),
      plan: write.insert(campaignPlans).values(planRow("plan")),
      part: write.insert(campaigns).values(campaignRow({ planId: "plan", state: "finished" })),
      mail: write.insert(deliveries).values({
        id: "d",
        campaignId: "campaign",
        workspaceId: "ada",
        leadId: "l",
        email: "l@in.test",
        state: "failed",
        attempts: 1,
        dueAt: at,
      }),
    }));
    const key = { workspaceId: "ada", id: "plan" };
    const retried = createPlanSteeringStore(slowly(mine)).retry({ key, states: ["failed"], code: null, at });
    await untilSlow(other);
    const activity = activityOf(
      { newId: () => "activity", clock: { now: () => at } },
      { key, by: { userId: "ada" }, activity: reason("did_cancel", { left: 1 }) },
    );
    await createPlanSteeringStore(other).cancel({ key, at, activity });
    await retried;
    const [part] = await other.read.select({ state: campaigns.state }).from(campaigns);
    // Over before, or cancelled with what was to go again.
    expect(["finished", "cancelled"]).toContain(part?.state as string);
  }, 60_000);
});

/** The same database, whose commits take half a second more, with all they hold. */
function slowly(database: Database): Database {
  const sleep = sql`pg_sleep(0.5)`;
  return {
    ...database,
    atomically: (build, check) =>
      database.atomically(
        (write) => ({
          ...build(write),
          last: write.select({ sleep }).from(database.tables.campaigns).limit(1),
        }),
        check as never,
      ) as never,
  };
}

/** Until one of them is in the middle of it (PostgreSQL's documentation, "Wait Events"). */
async function untilSlow({ read }: Database): Promise<void> {
  await until(async () => {
    const rows = await read.select({ event: sql<string | null>`wait_event` }).from(sql`pg_stat_activity`);
    return rows.some(({ event }) => event === "PgSleep");
  });
}

onPostgres("people at several processes on one PostgreSQL", (postgres) => {
  const processes = (count: number) => opened(postgres, count);

  test("make one account of an address that signs up at all of them", async () => {
    const databases = await processes(4);
    const outcomes = await Promise.all(
      numbers(20).map((index) => createUserStore(databases[index % 4] as Database).add(person(`u${index}`))),
    );
    expect(outcomes.filter((isAdded) => isAdded)).toHaveLength(1);
    expect(await createUserStore(databases[0] as Database).all()).toHaveLength(1);
  });

  test("keep every unsubscribe that comes while the leads are changed", async () => {
    const databases = await processes(4);
    const book = leadBook(databases[0] as Database);
    const leads = await Promise.all(
      numbers(40).map((index) => book.leads.add(ada.scope, leadNamed(`Lead${index}`))),
    );
    await Promise.all(
      leads.flatMap(({ _id, firstName, email }, index) => {
        const [mine, other] = [databases[index % 4] as Database, databases[(index + 1) % 4] as Database];
        const change = { ...ada.scope, id: _id };
        return [
          unsubscribe(mine, email),
          unsubscribe(other, email),
          // Refused where the unsubscribe came in between, which then stays.
          leadBook(other)
            .leads.change(change, leadNamed(firstName, { phone: "1" }))
            .catch(() => {}),
        ];
      }),
    );
    expect((await book.all(ada.uid)).map(({ optout }) => optout)).toEqual(leads.map(() => true));
    for (const { email } of leads) expect(await book.isSuppressed(ada.uid, email)).toBe(true);
  }, 60_000);
});

/** Each with connections of its own, as on machines of their own. */
async function opened(postgres: RealPostgres, count: number): Promise<Database[]> {
  const url = await postgres.copy();
  return Promise.all(numbers(count).map(() => postgres.open(url)));
}

function unsubscribe(database: Database, email: string): Promise<void> {
  const addresses = [{ email, emailHash: leadBook(database).core.secrets.hashAddress(email) }];
  return createSuppressionStore(database).optOut({
    workspaceId: ada.scope.workspaceId,
    addresses,
    source: "recipient",
    now: 2,
  });
}

function person(id: string): User {
  return {
    id,
    email: "one@example.com",
    firstName: "Ada",
    lastName: "Lovelace",
    passwordHash: "hash",
    googleSubject: null,
    status: "AMFR",
    role: "user",
    createdAt: 1,
  };
}

async function addCampaign(database: Database, count: number): Promise<void> {
  await createCampaignStore(database).addUnlessKnown({ ...campaignRow({ total: count }), html: "" });
  const rows = numbers(count).map((index) => ({
    id: `d${index}`,
    campaignId: "campaign",
    workspaceId: "ada",
    leadId: `lead${index}`,
    email: `d${index}@in.test`,
    state: "queued" as const,
    attempts: 0,
    dueAt: at,
  }));
  await addDeliveries(database, rows);
}
