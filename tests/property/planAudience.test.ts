import { expect, test } from "bun:test";
import type { Database } from "../../db/database.ts";
import type { AskedQuestion } from "../../db/segments/questionSql.ts";
import type { AskedAudience, AudienceRule } from "../../db/stores/campaigns/plans/askedAudience.ts";
import {
  createOtherAddressStore,
  type OtherAddressStore,
} from "../../db/stores/campaigns/plans/otherAddresses.ts";
import { createPlanAudienceStore } from "../../db/stores/campaigns/plans/planAudience.ts";
import { eachDatabase, emptyBeforeEach } from "../support/db/databases.ts";
import { createChance } from "../support/simulation/chance.ts";
import { campaignRow } from "../support/smtp/sendingRows.ts";

const workspaceId = "ada";
const at = 1_000_000;
const collections = ["c0", "c1", "c2"];
const plans = ["p0", "p1"];
type Chance = ReturnType<typeof createChance>;

type Mail = {
  planId: string;
  state: "sent" | "failed" | "skipped" | "queued";
  sentAt: number | null;
  opened: boolean;
  /** Where it went: to another's address of today, if the lead has another one by now. */
  email: string;
};
type Lead = { id: string; optout: boolean; suppressed: boolean; in: string[]; mails: Mail[] };

const leadCount = 120;
const idOf = (index: number) => `l${String(index).padStart(3, "0")}`;
const emailOf = (id: string) => `${id}@in.test`;
const some = <T>(chance: Chance, all: readonly T[]) => all.filter(() => chance.next() < 0.4);
const oneOf = <T>(chance: Chance, all: readonly T[]): T => all[Math.floor(chance.next() * all.length)] as T;

function randomLead(chance: Chance, index: number): Lead {
  const mails = some(chance, plans).map((planId): Mail => {
    const state = oneOf(chance, ["sent", "sent", "failed", "skipped", "queued"] as const);
    const sentAt = state === "sent" ? Math.floor(chance.next() * at) : null;
    const opened = state === "sent" && chance.next() < 0.5;
    const of = chance.next() < 0.1 ? Math.floor(chance.next() * leadCount) : index;
    return { planId, state, sentAt, opened, email: emailOf(idOf(of)) };
  });
  const [optout, suppressed] = [chance.next() < 0.15, chance.next() < 0.15];
  return {
    id: idOf(index),
    optout,
    suppressed,
    in: some(chance, collections),
    mails,
  };
}

function randomAudience(chance: Chance, leads: readonly Lead[]): AskedAudience {
  const rules: AudienceRule[] = [
    { kind: "optedOut" },
    { kind: "suppressed" },
    ...(chance.next() < 0.3 ? [{ kind: "overPlan" as const, lastId: oneOf(chance, leads).id }] : []),
    ...some(chance, collections).map((id) => ({ kind: "collection" as const, id })),
    ...some(chance, plans).map((id) => ({ kind: "campaign" as const, id })),
    ...(chance.next() < 0.3 ? [{ kind: "recent" as const, since: Math.floor(chance.next() * at) }] : []),
  ];
  const unless = "opened" as const;
  return {
    workspaceId,
    rules,
    segments: [],
    audience: {
      everyone: chance.next() < 0.3,
      collections: some(chance, collections),
      leads: chance.next() < 0.4 ? some(chance, leads).map(({ id }) => id) : [],
      after: chance.next() < 0.3 ? { campaignId: oneOf(chance, plans), unless } : null,
    },
  };
}

/** Leads that were deleted after they had mails, at addresses that others have by now. */
function randomGone(chance: Chance): Lead[] {
  return Array.from({ length: 12 }, (_, index) => {
    const { mails, ...lead } = randomLead(chance, leadCount + index);
    const email = emailOf(idOf(Math.floor(chance.next() * leadCount)));
    return { ...lead, mails: mails.map((mail) => ({ ...mail, email })) };
  });
}

/** The same, said as plainly as it can be; `everMailed` are all leads that there were. */
function plainly(
  { audience, rules }: AskedAudience,
  lead: Lead,
  everMailed: readonly Lead[] = [lead],
): number | null | undefined {
  const had = everMailed.flatMap(({ id, mails }) =>
    mails.filter(({ email }) => id === lead.id || email === emailOf(lead.id)),
  );
  const { after } = audience;
  const isAfter =
    after !== null &&
    lead.mails.some(
      ({ planId, state, opened }) => planId === after.campaignId && state === "sent" && !opened,
    );
  const isMeant =
    audience.everyone ||
    isAfter ||
    audience.leads.includes(lead.id) ||
    audience.collections.some((id) => lead.in.includes(id));
  if (!isMeant) return undefined;
  const broken = rules.findIndex((rule) => {
    switch (rule.kind) {
      case "optedOut":
        return lead.optout;
      case "suppressed":
        return lead.suppressed;
      case "overPlan":
        return lead.id > rule.lastId;
      case "collection":
        return lead.in.includes(rule.id);
      case "campaign":
        return had.some(
          ({ planId, state }) => planId === rule.id && state !== "failed" && state !== "skipped",
        );
      case "recent":
        return had.some(({ sentAt }) => sentAt !== null && sentAt >= rule.since);
      default:
        return false;
    }
  });
  return broken < 0 ? null : broken;
}

async function write(
  { tables, atomically }: Database,
  leads: readonly Lead[],
  gone: readonly Lead[] = [],
): Promise<void> {
  const plain = { firstName: "", lastName: "", phone: "", searchText: "", emailCount: 0, openedCount: 0 };
  await atomically((write) => ({
    campaigns: plans.map((id) =>
      write.insert(tables.campaigns).values(campaignRow({ id: `part-${id}`, requestKey: id, planId: id })),
    ),
    leads: leads.map(({ id, optout }) =>
      write.insert(tables.leads).values({
        ...plain,
        id,
        workspaceId,
        email: emailOf(id),
        emailHash: `hash ${id}`,
        optout,
        createdAt: 1,
        updatedAt: 1,
      }),
    ),
    suppressions: leads
      .filter(({ suppressed }) => suppressed)
      .map(({ id }) =>
        write
          .insert(tables.suppressions)
          .values({ workspaceId, emailHash: `hash ${id}`, source: "recipient", createdAt: 1 }),
      ),
    memberships: leads.flatMap((lead) =>
      lead.in.map((collectionId) =>
        write.insert(tables.memberships).values({ workspaceId, collectionId, leadId: lead.id }),
      ),
    ),
    deliveries: [...leads, ...gone].flatMap(({ id: leadId, mails }) =>
      mails.map(({ planId, state, sentAt, opened, email }) =>
        write.insert(tables.deliveries).values({
          id: `${planId}-${leadId}`,
          campaignId: `part-${planId}`,
          workspaceId,
          leadId,
          email,
          state,
          attempts: 1,
          dueAt: 1,
          sentAt,
          openedAt: opened ? sentAt : null,
        }),
      ),
    ),
  }));
}

/** The rules as they are asked: with the addresses that others had. */
function withOthers(others: OtherAddressStore, rules: readonly AudienceRule[]): Promise<AudienceRule[]> {
  return Promise.all(
    rules.map(async (rule) => {
      if (rule.kind === "campaign")
        return { ...rule, others: await others.ofCampaign({ workspaceId, id: rule.id }) };
      if (rule.kind === "recent")
        return { ...rule, others: await others.since({ workspaceId, since: rule.since }) };
      return rule;
    }),
  );
}

eachDatabase("an audience", (open) => {
  const database = emptyBeforeEach(open);

  test("reaches and leaves out whom it says, counted and written down alike, by chance", async () => {
    const chance = createChance(7, "audience");
    const leads = Array.from({ length: leadCount }, (_, index) => randomLead(chance, index));
    const gone = randomGone(chance);
    await write(database(), leads, gone);
    const store = createPlanAudienceStore(database(), 50);
    const others = createOtherAddressStore(database(), { mailsAtOnce: 30 });
    for (let round = 0; round < 60; round++) {
      const random = randomAudience(chance, leads);
      const asked = { ...random, rules: await withOthers(others, random.rules) };
      const meant = leads.flatMap((lead) => {
        const rule = plainly(asked, lead, [...leads, ...gone]);
        return rule === undefined ? [] : [{ id: lead.id, email: emailOf(lead.id), rule }];
      });
      expect((await Array.fromAsync(store.slices(asked))).flat()).toEqual(meant);
      const counted = Map.groupBy(meant, ({ rule }) => rule);
      const wanted = Array.from(counted, ([rule, { length: count }]) => ({ rule, count }));
      const byRule = (a: { rule: number | null }, b: { rule: number | null }) =>
        (a.rule ?? -1) - (b.rule ?? -1);
      expect((await store.counts(asked)).sort(byRule)).toEqual(wanted.sort(byRule));
      const page = (afterId: string, countMax: number) =>
        store.page(asked, { rules: [0, 1], afterId, countMax });
      const first = await page("", 9);
      const left = [...first, ...(await page(first.at(-1)?.id ?? "", 1_000))];
      expect(left.map(({ id }) => id)).toEqual(
        meant.filter(({ rule }) => rule === 0 || rule === 1).map(({ id }) => id),
      );
    }
  });

  test("of many leads, or asked for by many conditions, is counted in pieces, and others have a turn between them", async () => {
    const chance = createChance(8, "audience");
    const leads = Array.from({ length: leadCount }, (_, index) => randomLead(chance, index));
    await write(database(), leads);
    const store = createPlanAudienceStore(database(), 30);
    const question = {
      match: "any" as const,
      of: [
        { about: "email" as const, op: "begins" as const, value: "nobody" },
        { about: "lastName" as const, op: "filled" as const },
        { about: "optedOut" as const, op: "yes" as const },
      ],
    };
    const segment: AskedQuestion = { workspaceId, question, fields: [], moment: { now: 1, zone: "UTC" } };
    const nobody = { everyone: false, collections: [], leads: [], after: null };
    const turnsOf = async (asked: AskedAudience, wanted: { rule: number | null; count: number }[]) => {
      let [turns, isOver] = [0, false];
      const nextTurn = () => {
        turns += 1;
        if (!isOver) setImmediate(nextTurn);
      };
      setImmediate(nextTurn);
      expect(await store.counts(asked)).toEqual(wanted);
      isOver = true;
      return turns;
    };
    const left = leads.filter(({ optout }) => optout).length;
    const asked = { workspaceId, audience: nobody, segments: [segment], rules: [] };
    expect(await turnsOf(asked, [{ rule: null, count: left }])).toBeGreaterThanOrEqual(12);
    const everyone = { ...asked, audience: { ...nobody, everyone: true }, segments: [] };
    expect(await turnsOf(everyone, [{ rule: null, count: 120 }])).toBeGreaterThanOrEqual(4);
    const rules = [{ kind: "segment" as const, id: "segment", asked: segment }];
    const counts = await store.counts({ ...everyone, rules });
    expect(new Map(counts.map(({ rule, count }) => [rule, count]))).toEqual(
      new Map([
        [0, left],
        [null, 120 - left],
      ]),
    );
  });
});
