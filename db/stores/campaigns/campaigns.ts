import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import type { Cause } from "../../../contract/reasons.ts";
import type { CampaignState, PausedBy } from "../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { unlessUnchanged } from "../../unlessUnchanged.ts";
import { addingLinks, type LinkRow } from "../tracking/links.ts";
import { type CampaignCounts, countsIn } from "./campaignCounts.ts";
import { type AccountEvent, stopsOrResumes } from "./plans/accountActivity.ts";
import { noting } from "./plans/planActivity.ts";
import { isHeldUp } from "./plans/planState.ts";

/** A campaign as it is stored, perhaps still being prepared. */
export type StoredCampaign = Database["tables"]["campaigns"]["$inferSelect"];
/** A campaign that was accepted. */
export type CampaignRow = StoredCampaign & { state: CampaignState };
/** A campaign with what came of its mails so far. */
export type CountedCampaign = CampaignCounts & { campaign: CampaignRow };
export type NewPlan = Database["tables"]["campaignPlans"]["$inferInsert"];
export type NewCampaign = Database["tables"]["campaigns"]["$inferInsert"];

export type CampaignStore = ReturnType<typeof createCampaignStore>;

/** A campaign whose ledger is still being written; it never sends, and a start removes it. */
export const preparing = "preparing";

export function createCampaignStore(database: Database) {
  return { ...finding(database), ...listing(database), ...accepting(database), ...changing(database) };
}

/** `fields` are the workspace's own that the mails name, or null; `links` those that are counted. */
type CampaignContent = { html: string; fields?: FieldDefinition[] | null; links?: readonly LinkRow[] };

type CampaignKey = { workspaceId: WorkspaceId; id: string };
/** With `event` it is told in the activity of the campaigns that stop or go on. */
type AccountChange = { credentialId: string; pause: Cause | null; isGone?: boolean; event?: AccountEvent };

function accepting(database: Database) {
  const { campaigns, campaignContents, campaignPlans } = database.tables;
  return {
    /**
     * Adds the campaign with its content and links unless its owner has one for the same request; true when it was added. With
     * `plan`, also what stands for it as a whole.
     */
    async addUnlessKnown({
      html,
      fields = null,
      links = [],
      plan = null,
      ...row
    }: NewCampaign & CampaignContent & { plan?: NewPlan | null }): Promise<boolean> {
      const added = await unlessUnchanged((known) =>
        database.atomically(
          (write) => ({
            added: write.insert(campaigns).values(row).onConflictDoNothing().returning({ id: campaigns.id }),
            plan: plan === null ? [] : [write.insert(campaignPlans).values(plan)],
            content: write
              .insert(campaignContents)
              .values({ campaignId: row.id, workspaceId: row.workspaceId, html, fields }),
            links: addingLinks(write, database.tables, links),
          }),
          ({ added }) => {
            if (added.length === 0) throw known;
          },
        ),
      );
      return added !== null;
    },

    /** Starts a send whose ledger is complete, and its plan; null if it was deleted, or is being deleted. */
    async accept({
      workspaceId,
      id,
      at,
      ...sums
    }: CampaignKey & { at: number; total: number; accepted: number }) {
      const { accepted } = await database.atomically((write) => ({
        accepted: write
          .update(campaigns)
          .set({ state: "running", ...sums })
          .where(and(eq(campaigns.id, id), eq(campaigns.state, preparing), isNull(campaigns.finishedAt)))
          .returning(),
        plan: write
          .update(campaignPlans)
          .set({ state: "started", startedAt: at })
          .where(
            and(
              eq(campaignPlans.id, id),
              eq(campaignPlans.workspaceId, workspaceId),
              eq(campaignPlans.state, preparing),
            ),
          ),
      }));
      return accepted.find(isAccepted) ?? null;
    },
  };
}

function changing(database: Database) {
  const { campaigns } = database.tables;
  return {
    /** Changes the state only from one of the given ones; null when it was in another. */
    async changeState(change: {
      id: string;
      from: readonly (CampaignState | typeof preparing)[];
      to: CampaignState;
      pausedBy?: PausedBy | null;
      pausedReason?: Cause | null;
      total?: number;
      accepted?: number;
      finishedAt?: number | null;
    }): Promise<CampaignRow | null> {
      const { changed } = await database.atomically((write) => ({
        changed: write
          .update(campaigns)
          .set({
            state: change.to,
            pausedBy: change.pausedBy ?? null,
            pausedReason: change.pausedReason ?? null,
            ...(change.total === undefined ? {} : { total: change.total }),
            ...(change.accepted === undefined ? {} : { accepted: change.accepted }),
            ...(change.finishedAt === undefined ? {} : { finishedAt: change.finishedAt }),
          })
          .where(and(eq(campaigns.id, change.id), inArray(campaigns.state, [...change.from])))
          .returning(),
      }));
      const [row] = changed;
      return row === undefined ? null : { ...row, state: change.to };
    },

    /**
     * An account stops or goes on: its campaigns do the same. One that is gone is also what those wait for that were
     * paused already, but for those that wait for their better variant. Returns those that changed.
     */
    async changeAllOn({ event, ...change }: AccountChange): Promise<CampaignRow[]> {
      const state = change.pause === null ? "running" : "paused";
      const isPausedByIt = and(eq(campaigns.state, "paused"), eq(campaigns.pausedBy, "account"));
      const parts = state === "paused" ? eq(campaigns.state, "running") : isPausedByIt;
      const activities = event ? await stopsOrResumes(database, { ...change, ...event, parts }) : [];
      const { changed } = await database.atomically((write) => ({
        noted: noting(write, database.tables, activities),
        changed: write
          .update(campaigns)
          .set(
            state === "paused"
              ? { state, pausedBy: "account", pausedReason: change.pause }
              : { state, pausedBy: null, pausedReason: null },
          )
          .where(
            and(
              eq(campaigns.credentialId, change.credentialId),
              state === "paused"
                ? or(eq(campaigns.state, "running"), change.isGone ? isHeldUp(database.tables) : undefined)
                : isPausedByIt,
            ),
          )
          .returning(),
      }));
      return changed.map((row) => ({ ...row, state }));
    },
  };
}

function finding(database: Database) {
  const { campaigns, campaignContents } = database.tables;
  const { read } = database;

  /** What its mails say, or null once the campaign is gone. */
  async function contentOf({
    workspaceId,
    id,
  }: CampaignKey): Promise<Required<Omit<CampaignContent, "links">> | null> {
    const [row] = await read
      .select({ html: campaignContents.html, fields: campaignContents.fields })
      .from(campaignContents)
      .where(and(eq(campaignContents.campaignId, id), eq(campaignContents.workspaceId, workspaceId)));
    return row ?? null;
  }

  return {
    contentOf,

    async htmlOf(key: CampaignKey): Promise<string | null> {
      return (await contentOf(key))?.html ?? null;
    },

    /** Also one that is still being prepared. */
    async byRequest(query: {
      workspaceId: WorkspaceId;
      requestKeys: readonly string[];
      sinceMs: number;
    }): Promise<StoredCampaign | null> {
      const [row] = await read
        .select()
        .from(campaigns)
        .where(
          and(
            eq(campaigns.workspaceId, query.workspaceId),
            inArray(campaigns.requestKey, [...query.requestKeys]),
            gte(campaigns.createdAt, query.sinceMs),
          ),
        )
        .limit(1);
      return row ?? null;
    },

    /** For senders, which work for all workspaces. */
    async byId(id: string): Promise<CampaignRow | null> {
      const [row] = await database.ask(bound(readOne, { id }));
      return row !== undefined && isAccepted(row) ? row : null;
    },

    async ownedBy(of: { workspaceId: WorkspaceId; id: string }): Promise<CampaignRow | null> {
      const [row] = await read
        .select()
        .from(campaigns)
        .where(and(eq(campaigns.id, of.id), eq(campaigns.workspaceId, of.workspaceId)));
      return row !== undefined && isAccepted(row) ? row : null;
    },
  };
}

function listing(database: Database) {
  const { campaigns } = database.tables;
  const { read } = database;
  const counted = () => readCounted(read, database.tables);
  return {
    /** What somebody who has just connected should see: campaigns in progress and those that ended recently. */
    async currentOf(query: {
      workspaceId: WorkspaceId;
      finishedSince: number;
      countMax: number;
    }): Promise<CountedCampaign[]> {
      const rows = await counted()
        .where(
          and(
            eq(campaigns.workspaceId, query.workspaceId),
            isNull(campaigns.mailKind),
            or(
              inArray(campaigns.state, ["running", "paused"]),
              and(isNotNull(campaigns.finishedAt), gt(campaigns.finishedAt, query.finishedSince)),
            ),
          ),
        )
        .orderBy(desc(campaigns.id))
        .limit(query.countMax);
      return rows.flatMap(withCounts);
    },

    async inStates(states: readonly CampaignState[]): Promise<CampaignRow[]> {
      const rows = await read
        .select()
        .from(campaigns)
        .where(inArray(campaigns.state, [...states]))
        .orderBy(asc(campaigns.id));
      return rows.filter(isAccepted);
    },

    async running(): Promise<CountedCampaign[]> {
      return (await database.ask(bound(readRunning, {}))).flatMap(withCounts);
    },

    /** Campaigns whose ledger is not whole and that were begun before a moment. A send that is held back is whole. */
    async inPreparation(before: number): Promise<{ workspaceId: WorkspaceId; campaignId: string }[]> {
      return database.ask(bound(readPreparing, { before }));
    },

    async runningOn(credentialId: string): Promise<CampaignRow[]> {
      const rows = await read
        .select()
        .from(campaigns)
        .where(and(eq(campaigns.credentialId, credentialId), eq(campaigns.state, "running")))
        .orderBy(asc(campaigns.id));
      return rows.filter(isAccepted);
    },
  };
}

function readOne(builder: Builder, { campaigns }: Tables) {
  return builder
    .select()
    .from(campaigns)
    .where(eq(campaigns.id, sql.placeholder("id")));
}

/** Built once, because it runs every few seconds. */
function readRunning(builder: Builder, tables: Tables) {
  const { id, state } = tables.campaigns;
  return readCounted(builder, tables).where(eq(state, "running")).orderBy(asc(id));
}

function readCounted(builder: Builder, { campaigns, campaignCounts }: Tables) {
  return builder
    .select({ campaign: campaigns, counts: campaignCounts })
    .from(campaigns)
    .leftJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id));
}

/** Built once, because it also runs every few seconds. */
function readPreparing(builder: Builder, { campaigns, campaignPlans }: Tables) {
  const isHeld = exists(
    builder
      .select({ id: campaignPlans.id })
      .from(campaignPlans)
      .where(
        and(
          eq(campaignPlans.id, campaigns.id),
          eq(campaignPlans.workspaceId, campaigns.workspaceId),
          isNull(campaignPlans.content),
          inArray(campaignPlans.state, ["holding", "starting"]),
        ),
      ),
  );
  return builder
    .select({ workspaceId: campaigns.workspaceId, campaignId: campaigns.id })
    .from(campaigns)
    .where(
      and(eq(campaigns.state, preparing), lt(campaigns.createdAt, sql.placeholder("before")), not(isHeld)),
    );
}

/** A campaign is shown only once its ledger is complete: a crash before that leaves nothing of it. */
export function isAccepted(row: StoredCampaign): row is CampaignRow {
  return row.state !== preparing;
}

type WithCounts = { campaign: StoredCampaign; counts: Parameters<typeof countsIn>[0] };

function withCounts({ campaign, counts }: WithCounts): CountedCampaign[] {
  return isAccepted(campaign) ? [{ campaign, ...countsIn(counts) }] : [];
}
