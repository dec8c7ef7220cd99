import type { Scope } from "../../../contract/identity/scope.ts";
import { clickLimits } from "../../../contract/limits/clicks.ts";
import { insightLimits } from "../../../contract/limits/insight.ts";
import { hourMs, minuteMs } from "../../../contract/limits/units.ts";
import { refused } from "../../../contract/refused.ts";
import type {
  BreakdownPart,
  CampaignBreakdown,
  CampaignCause,
  CampaignPicture,
  CampaignTimes,
  ComparedCampaign,
  TimeStep,
} from "../../../contract/schemas/campaignInsight.ts";
import { reasonIn } from "../../../db/stores/campaigns/deliveryReason.ts";
import { type CauseStore, createCauseStore } from "../../../db/stores/campaigns/insight/causes.ts";
import { createDomainStore, type DomainStore } from "../../../db/stores/campaigns/insight/domains.ts";
import { createMomentStore, type MomentStore } from "../../../db/stores/campaigns/insight/moments.ts";
import {
  type CampaignPart,
  createPartStore,
  type PartedCampaign,
  type PartStore,
} from "../../../db/stores/campaigns/insight/parts.ts";
import { createLinkStore, type LinkStore } from "../../../db/stores/tracking/links.ts";
import type { Core } from "../../core/core.ts";
import { inWords } from "../../core/inWords.ts";
import { recipientsOf } from "../../sending/dispatch/tally.ts";
import { emptyRow, rowsOfParts } from "./breakdown.ts";
import type { LinkHeat } from "./heat.ts";
import { barOfAll, barsOf, stageOf } from "./picture.ts";
import { putTogether, quarterMs, sumOf, timeStepFor } from "./times.ts";

type Key = Scope & { id: string };
type Stores = {
  parts: PartStore;
  moments: MomentStore;
  domains: DomainStore;
  causes: CauseStore;
  links: LinkStore;
};

/** What became of campaigns, told from what is kept of them: people, and machines apart. */
export function createInsightService({ database }: Pick<Core, "database">) {
  const stores: Stores = {
    parts: createPartStore(database),
    moments: createMomentStore(database),
    domains: createDomainStore(database),
    causes: createCauseStore(database),
    links: createLinkStore(database),
  };
  return { ...telling(stores), ...showing(stores), ...comparing(stores) };
}

function telling(stores: Stores) {
  const { moments, domains, causes } = stores;
  return {
    async times(
      key: Key,
      query: { by?: TimeStep | undefined; zone?: string | undefined },
    ): Promise<CampaignTimes> {
      const parts = await partsKeyOf(stores, key);
      const span = await moments.span(parts);
      const optouts = await moments.optoutsOf(parts);
      if (span === null) return { by: query.by ?? "hour", points: [], sum: sumOf([]) };
      const by = timeStepFor(span, query.by);
      const stepMs = by === "minute" ? minuteMs : quarterMs;
      const countMax = Math.ceil((span.to - span.from) / stepMs) + 1;
      const kept = await moments.momentsOf({ ...parts, stepMs, countMax });
      const left = optouts.map(({ at, count }) => ({ at, optedOut: count }));
      const points = putTogether([...kept, ...left], by, query.zone ?? "UTC");
      return { by, points, sum: sumOf(points) };
    },

    async breakdown(key: Key, by: BreakdownPart): Promise<CampaignBreakdown> {
      const parts = await partsOf(stores, key);
      const { rowsMax } = insightLimits;
      if (by === "domain") {
        const { rows, count } = await domains.domainsOf({ ...keyOf(key, parts), countMax: rowsMax });
        const shown = rows.map(({ domain, ...counts }) => ({
          ...emptyRow({ key: domain, name: domain, step: null }),
          ...counts,
        }));
        return { by, rows: shown, others: count - rows.length };
      }
      const rows =
        by === "link"
          ? await linkRows(stores, key, parts)
          : rowsOfParts(parts, by, await optoutsByPart(stores, keyOf(key, parts)));
      return { by, rows: rows.slice(0, rowsMax), others: Math.max(0, rows.length - rowsMax) };
    },

    async causes(key: Key): Promise<CampaignCause[]> {
      const { isCancelled, parts: all } = await campaignOf(stores, key);
      const parts = keyOf(key, all);
      const told: CampaignCause[] = [];
      for (const { state, code, count } of await causes.causesOf(parts)) {
        // Nobody replied to what was never sent.
        const countMax = state === "skipped" ? 1 : insightLimits.repliesLooked;
        const some = await causes.someOf({ ...parts, state, code, countMax });
        const cause = some[0] === undefined ? null : reasonIn(some[0]);
        if (cause === null) continue;
        const retry = isCancelled ? null : await retriedAs(causes, { ...parts, state, code });
        const said = repliesOf(some);
        told.push({ state, code, count, cause, reason: inWords(cause), retry, said, looked: some.length });
      }
      return told;
    },
  };
}

function showing(stores: Stores) {
  return {
    async picture(key: Key, barsMax: number): Promise<CampaignPicture> {
      const parts = await partsOf(stores, key);
      const total = parts.reduce(
        (sum, { counts }) => sum + Object.values(counts).reduce((a, b) => a + b, 0),
        0,
      );
      const { picturedMax } = insightLimits;
      if (total > picturedMax) return { order: "none", total, bars: [barOfAll(parts)] };
      const mails = await stores.causes.stagesOf({ ...keyOf(key, parts), countMax: picturedMax });
      return { order: "list", total: mails.length, bars: barsOf(mails.map(stageOf), barsMax) };
    },

    /** A mail of a campaign: its parts, what its links brought, and which others there are. */
    async mailOf(key: Key, wanted: { step?: number | undefined; variantId?: string | undefined }) {
      const all = await partsOf(stores, key);
      const first =
        all.find(
          ({ step, variantId }) =>
            step === (wanted.step ?? 0) && (wanted.variantId === undefined || variantId === wanted.variantId),
        ) ?? null;
      if (first === null) throw refused("variant_unknown");
      const parts = all.filter(({ step, variantId }) => step === first.step && variantId === first.variantId);
      const others = new Map(
        all.map(({ step, variantId, row }) => [
          `${step} ${variantId}`,
          { step, variantId, subject: row.subject },
        ]),
      );
      const links = (await linksOf(stores, key, parts)).map(({ sent: _, ...link }) => link);
      return { first, parts, links, mails: [...others.values()] };
    },
  };
}

function comparing(stores: Stores) {
  return {
    /**
     * Those that are the workspace's: one that was deleted meanwhile keeps nobody from the others.
     * @throws {Refusal} not_found where none of them is.
     */
    async compare(scope: Scope, ids: readonly string[]): Promise<ComparedCampaign[]> {
      const compared: ComparedCampaign[] = [];
      for (const id of ids) {
        const key = { ...scope, id };
        const known = await stores.parts.campaignOf(key);
        if (known === null) continue;
        const { name, parts } = known;
        const firstAt = (await stores.moments.span(keyOf(key, parts)))?.from ?? null;
        const left = await optoutsByPart(stores, keyOf(key, parts));
        const sums = rowsOfParts(parts, "step", left);
        const sum = (name: "sent" | "failed" | "opened" | "machineOpened" | "clicked" | "optedOut") =>
          sums.reduce((before, row) => before + (row[name] ?? 0), 0);
        compared.push({
          _id: id,
          name: name || parts[0]?.row.subject || "",
          firstAt,
          recipients: parts.reduce((before, { row, counts }) => before + recipientsOf(row, counts), 0),
          sent: sum("sent"),
          failed: sum("failed"),
          opened: sum("opened"),
          machineOpened: sum("machineOpened"),
          clicked: sum("clicked"),
          optedOut: sum("optedOut"),
          trackOpens: parts.some(({ row }) => row.trackOpens),
          trackClicks: parts.some(({ row }) => row.trackClicks),
          hours: firstAt === null ? [] : await hoursOf(stores, { ...keyOf(key, parts), firstAt }),
        });
      }
      if (compared.length === 0) throw refused("campaign_not_found");
      return compared;
    },
  };
}

async function optoutsByPart(
  { moments }: Stores,
  parts: ReturnType<typeof keyOf>,
): Promise<Map<string, number>> {
  const byPart = new Map<string, number>();
  for (const { partId, count } of await moments.optoutsOf(parts))
    byPart.set(partId, (byPart.get(partId) ?? 0) + count);
  return byPart;
}

async function hoursOf(
  { moments }: Stores,
  { firstAt, ...parts }: ReturnType<typeof keyOf> & { firstAt: number },
): Promise<ComparedCampaign["hours"]> {
  const { comparedHours } = insightLimits;
  const rows = await moments.momentsOf({
    ...parts,
    stepMs: hourMs,
    fromMs: firstAt,
    countMax: comparedHours,
  });
  return rows
    .map(({ at, sent, opened, clicked }) => ({
      hour: Math.round((at - firstAt) / hourMs),
      sent,
      opened,
      clicked,
    }))
    .filter(({ hour }) => hour < comparedHours);
}

/** As which mails of a cause can be asked for; null where an ask would be for none. */
async function retriedAs(
  causes: Pick<CauseStore, "mayBeRetried">,
  { state, ...key }: Omit<Parameters<CauseStore["mayBeRetried"]>[0], "state"> & Pick<CampaignCause, "state">,
): Promise<CampaignCause["retry"]> {
  const isEnd = state === "failed" || state === "uncertain";
  return isEnd && (await causes.mayBeRetried({ ...key, state })) ? state : null;
}

async function campaignOf({ parts }: Pick<Stores, "parts">, key: Key): Promise<PartedCampaign> {
  const found = await parts.campaignOf(key);
  if (found === null) throw refused("campaign_not_found");
  return found;
}

async function partsOf(stores: Pick<Stores, "parts">, key: Key): Promise<CampaignPart[]> {
  return (await campaignOf(stores, key)).parts;
}

async function partsKeyOf(stores: Stores, key: Key) {
  return keyOf(key, await partsOf(stores, key));
}

function keyOf({ workspaceId }: Scope, parts: readonly CampaignPart[]) {
  return { workspaceId, partIds: parts.map(({ row }) => row.id) };
}

/** What the links of several parts brought, and how many mails had each; parts of one mail have the same addresses. */
async function linksOf(
  { links }: Stores,
  { workspaceId }: Scope,
  parts: readonly CampaignPart[],
): Promise<(LinkHeat & { sent: number })[]> {
  const byUrl = new Map<string, LinkHeat & { sent: number }>();
  const countMax = clickLimits.shownMax;
  for (const { row, counts } of parts) {
    if (!row.trackClicks) continue;
    for (const { url, people, clicks, machineClicks } of await links.countsOf({
      workspaceId,
      campaignId: row.id,
      countMax,
    })) {
      const before = byUrl.get(url) ?? { sent: 0, url, people: 0, clicks: 0, machineClicks: 0 };
      byUrl.set(url, {
        sent: before.sent + counts.sent,
        url,
        people: before.people + people,
        clicks: before.clicks + clicks,
        machineClicks: before.machineClicks + machineClicks,
      });
    }
  }
  return [...byUrl.values()];
}

async function linkRows(stores: Stores, key: Key, parts: readonly CampaignPart[]) {
  const rows = [];
  for (const [step, ofStep] of Map.groupBy(parts, (part) => part.step))
    for (const { url, people, sent, clicks, machineClicks } of await linksOf(stores, key, ofStep))
      rows.push({ ...emptyRow({ key: url, name: url, step }), sent, clicked: people, clicks, machineClicks });
  return rows.sort((one, other) => other.clicked - one.clicked);
}

/** What servers said most often, without what is different in each reply, and at which domains. */
function repliesOf(rows: readonly { email: string; reply: string | null }[]): CampaignCause["said"] {
  const groups = Map.groupBy(
    rows.filter(({ reply }) => reply !== null && reply !== ""),
    ({ reply }) => statusOf(reply ?? ""),
  );
  return [...groups.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, insightLimits.repliesShown)
    .map((alike) => ({
      reply: alike[0]?.reply ?? "",
      count: alike.length,
      domains: mostOf(alike.map(({ email }) => email.slice(email.lastIndexOf("@") + 1))),
    }));
}

/** The codes that a reply begins with (RFC 5321, RFC 3463): their words may name the mail, the hour, the address. */
function statusOf(reply: string): string {
  return /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply)?.[0] ?? reply;
}

function mostOf(domains: readonly string[]): string[] {
  return [...Map.groupBy(domains, (domain) => domain)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, insightLimits.domainsShown)
    .map(([domain]) => domain);
}
