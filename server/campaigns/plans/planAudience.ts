import type { PlannedScope, WorkspaceId } from "../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { dayMs } from "../../../contract/limits/units.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { AudienceCount, LeftOutInput, PlanAudience } from "../../../contract/schemas/campaignPlan.ts";
import type { AskedQuestion } from "../../../db/segments/questionSql.ts";
import { createAudienceStore } from "../../../db/stores/campaigns/audience.ts";
import type { AskedAudience, AudienceRule } from "../../../db/stores/campaigns/plans/askedAudience.ts";
import {
  createOtherAddressStore,
  type OtherAddressStore,
} from "../../../db/stores/campaigns/plans/otherAddresses.ts";
import {
  createPlanAudienceStore,
  type JoiningLead,
  type MeantLead,
  type PlanAudienceStore,
} from "../../../db/stores/campaigns/plans/planAudience.ts";
import type { Core } from "../../core/core.ts";
import { inWords } from "../../core/inWords.ts";
import { createSegmentReader } from "../../leads/index.ts";
import { frozenAfter } from "../audience.ts";

/** An audience that was looked at: what it asks the database, and the reason that stands for each of its rules. */
export type LookedAtAudience = {
  asked: AskedAudience;
  reasons: Reason[];
  /** What it names that is no more, or cannot be asked. */
  broken: Reason[];
};

/** So many rules are the ones of every mail; whom they leave out stands in the ledger of a campaign, skipped. */
const ownRules = ["optedOut", "suppressed", "bounced", "overPlan"];

export type PlanAudiences = ReturnType<typeof createPlanAudiences>;

/** Whom campaigns reach. What is counted while one is composed is what its start writes down. */
export function createPlanAudiences(core: Core) {
  const store = createPlanAudienceStore(core.database);
  const look = lookingAt(core);

  async function counted(looked: LookedAtAudience): Promise<AudienceCount> {
    const counts = await store.counts(looked.asked);
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const left = counts.flatMap(({ rule, count }) => {
      const cause = rule === null ? undefined : looked.reasons[rule];
      if (rule === null || cause === undefined) return [];
      const excludedId = excludedBy(looked.asked.rules[rule]);
      return [{ rule, reason: inWords(cause), cause, count, ...(excludedId && { excludedId }) }];
    });
    return {
      total,
      recipients: counts.find(({ rule }) => rule === null)?.count ?? 0,
      left: left.toSorted((a, b) => a.rule - b.rule).map(({ rule: _, ...one }) => one),
      broken: looked.broken.map((cause) => ({ reason: inWords(cause), cause })),
    };
  }

  return {
    look,
    counted,

    count: async (scope: PlannedScope, audience: PlanAudience): Promise<AudienceCount> =>
      counted(await look(scope, audience)),

    /** The first leads that are mailed. */
    async samples({ asked }: LookedAtAudience): Promise<string[]> {
      const rows = await store.page(asked, { rules: null, afterId: "", countMax: sendLimits.samplesMax });
      return rows.map(({ id }) => id);
    },

    /** Those who are left out for reasons of one code, or for one of these. */
    async leftOut(scope: PlannedScope, query: LeftOutInput) {
      const { asked, reasons } = await look(scope, query.audience);
      const isMeant = (index: number) =>
        query.excludedId === undefined || query.excludedId === excludedBy(asked.rules[index]);
      const rules = reasons.flatMap(({ code }, index) =>
        code === query.code && isMeant(index) ? [index] : [],
      );
      const countMax = query.pageSize ?? campaignLimits.pageDefault;
      const sought = { rules, afterId: query.after ?? "", countMax: countMax + 1 };
      const found = rules.length === 0 ? [] : await store.page(asked, sought);
      const rows = found.slice(0, countMax);
      return {
        items: rows.map(({ id, email, firstName, lastName }) => ({
          leadId: id,
          email,
          name: `${firstName} ${lastName}`.trim(),
        })),
        next: found.length > countMax ? (rows.at(-1)?.id ?? null) : null,
      };
    },

    /** All who are meant, a batch at a time, without those whom the campaign itself leaves out. */
    async *leads({
      asked,
      reasons,
    }: LookedAtAudience): AsyncGenerator<(MeantLead & { why: Reason | null })[]> {
      for await (const slice of store.slices(asked))
        for (let at = 0; at < slice.length; at += leadLimits.writeBatch)
          yield slice.slice(at, at + leadLimits.writeBatch).flatMap((lead) => {
            const kind = lead.rule === null ? null : asked.rules[lead.rule]?.kind;
            if (kind && !ownRules.includes(kind)) return [];
            return [{ ...lead, why: lead.rule === null ? null : (reasons[lead.rule] ?? null) }];
          });
    },

    ...joining(store),
  };
}

/** All leads of a workspace, a stretch of so many at a time: after an id and up to another, the last without an end. */
async function* stretchesOf(
  store: Pick<PlanAudienceStore, "stretchEnd">,
  workspaceId: WorkspaceId,
): AsyncGenerator<{ afterId: string; untilId: string | null }> {
  const countMax = campaignLimits.audienceSlice;
  for (let afterId: string | null = ""; afterId !== null; ) {
    const untilId: string | null = await store.stretchEnd({ workspaceId, afterId, countMax });
    yield { afterId, untilId };
    afterId = untilId;
  }
}

function joining(store: PlanAudienceStore) {
  return {
    /** Those who are mailed and not in the sequence yet, a batch at a time. */
    async *joiners({ asked }: LookedAtAudience, planId: string): AsyncGenerator<JoiningLead[]> {
      const { workspaceId } = asked;
      // Hardly any of them joins, and none of the questions is to take long.
      for await (const stretch of stretchesOf(store, workspaceId)) {
        const found = await store.joiners(asked, { planId, ...stretch });
        for (let at = 0; at < found.length; at += leadLimits.writeBatch)
          yield found.slice(at, at + leadLimits.writeBatch);
      }
    },
  };
}

type Ruled = { rule: AudienceRule; reason: Reason };

/** The collection, segment or campaign that a rule leaves out; undefined for what holds for every mail. */
function excludedBy(rule: AudienceRule | undefined): string | undefined {
  return rule !== undefined && "id" in rule ? rule.id : undefined;
}

function lookingAt(core: Core) {
  const { database } = core;
  const store = createPlanAudienceStore(database);
  const audiences = createAudienceStore(database);
  const others = createOtherAddressStore(database);
  const segmentsOf = createSegmentReader(core);

  return async (scope: PlannedScope, audience: PlanAudience): Promise<LookedAtAudience> => {
    const { workspaceId } = scope;
    const { not } = audience;
    const collections = await store.collectionNames(workspaceId, [
      ...audience.collections,
      ...not.collections,
    ]);
    const segments = await segmentsOf({ workspaceId, ids: [...audience.segments, ...not.segments] });
    const campaigns = await store.campaignNames(workspaceId, not.campaigns);
    const lastId = await frozenAfter(core, { scope, audience: audiences });
    const ruled: Ruled[] = [
      { rule: { kind: "optedOut" }, reason: reason("opted_out") },
      { rule: { kind: "suppressed" }, reason: reason("unsubscribed") },
      { rule: { kind: "bounced" }, reason: reason("address_bounced") },
      ...(lastId === null
        ? []
        : [{ rule: { kind: "overPlan" as const, lastId }, reason: reason("over_plan") }]),
      ...excluded(not.collections, collections, (id, name) => ({
        rule: { kind: "collection", id },
        reason: reason("excluded_collection", { name }),
      })),
      ...not.segments.flatMap((id): Ruled[] => {
        const segment = segments.get(id);
        if (segment?.asked == null) return [];
        const { asked, name } = segment;
        return [{ rule: { kind: "segment", id, asked }, reason: reason("excluded_segment", { name }) }];
      }),
      ...(await sentBefore({ others, workspaceId, campaigns }, not.campaigns)),
      ...(await recently({ core, others, workspaceId }, not.mailedWithinDays)),
    ];
    return {
      asked: {
        workspaceId,
        audience,
        rules: ruled.map(({ rule }) => rule),
        segments: audience.segments.flatMap((id): AskedQuestion[] => [segments.get(id)?.asked ?? []].flat()),
      },
      reasons: ruled.map(({ reason: why }) => why),
      broken: brokenIn(audience, { collections, segments, campaigns }),
    };
  };
}

function excluded(
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  rule: (id: string, name: string) => Ruled,
): Ruled[] {
  return [...new Set(ids)].flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [rule(id, name)];
  });
}

type SentBefore = Pick<Recently, "others" | "workspaceId"> & { campaigns: ReadonlyMap<string, string> };

/** Whoever had a mail of these campaigns, by the lead and by the address. */
async function sentBefore(
  { others, workspaceId, campaigns }: SentBefore,
  ids: readonly string[],
): Promise<Ruled[]> {
  const found: Ruled[] = [];
  for (const id of new Set(ids)) {
    const name = campaigns.get(id);
    if (name === undefined) continue;
    const rule = { kind: "campaign" as const, id, others: await others.ofCampaign({ workspaceId, id }) };
    found.push({ rule, reason: reason("excluded_campaign", { name }) });
  }
  return found;
}

type Recently = { core: Pick<Core, "clock">; others: OtherAddressStore; workspaceId: WorkspaceId };

async function recently({ core, others, workspaceId }: Recently, days: number | null): Promise<Ruled[]> {
  if (days === null) return [];
  const since = core.clock.now() - days * dayMs;
  const rule = { kind: "recent" as const, since, others: await others.since({ workspaceId, since }) };
  return [{ rule, reason: reason("excluded_recent", { days }) }];
}

type Known = {
  collections: ReadonlyMap<string, string>;
  segments: ReadonlyMap<string, { name: string; asked: AskedQuestion | null }>;
  campaigns: ReadonlyMap<string, string>;
};

/** What is named and is no more: nobody is in it, and nobody is kept out by it. */
function brokenIn({ collections, segments, not }: PlanAudience, known: Known): Reason[] {
  const areGone = [...collections, ...not.collections].some((id) => !known.collections.has(id));
  const named = [...new Set([...segments, ...not.segments])];
  return [
    ...(areGone ? [reason("collection_gone")] : []),
    ...(named.some((id) => !known.segments.has(id)) ? [reason("segment_gone")] : []),
    ...(not.campaigns.some((id) => !known.campaigns.has(id)) ? [reason("campaign_gone")] : []),
    ...named.flatMap((id) => {
      const segment = known.segments.get(id);
      return segment !== undefined && segment.asked === null
        ? [reason("segment_broken", { name: segment.name })]
        : [];
    }),
  ];
}
