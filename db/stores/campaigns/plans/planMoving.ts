import {
  and,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { DeliveryState } from "../../../../contract/schemas/campaign.ts";
import type { Builder, Database } from "../../../database.ts";
import type { StoredContent } from "../../../tables/campaignPlans.ts";
import type { Tables } from "../../../tables.ts";
import type { CampaignSender } from "../campaignAccounts.ts";
import { type CampaignRow, isAccepted } from "../campaigns.ts";
import { handingOver } from "../handingOver.ts";
import { openStates } from "../openStates.ts";
import { dueWithAccount } from "../sequences/whoWaitedForAccount.ts";
import { addingHeirs, type Heir } from "./heirs.ts";
import { type NewActivity, noting } from "./planActivity.ts";
import { isPlan, ofPlan, type PlanKey } from "./planRows.ts";
import { isWaitingPart } from "./planState.ts";
import { planChanging } from "./plans.ts";

/** What becomes of each paused part, as it was decided from what was read. */
export type MovedParts = {
  version: number;
  /** Of which nothing has come to its end, or that are of that account: they go on through it as they are. */
  kept: readonly string[];
  /** Of which nothing waits. */
  ended: readonly string[];
  /** All others: what has come to its end stays there, and what waits goes over to these. */
  heirs: readonly Heir[];
};

type Moving = MovedParts & {
  key: PlanKey;
  activity: NewActivity;
  at: number;
  /** Whether it is to be resumed there although it has no mails left at the moment. */
  mayBeBetween: boolean;
  /** Only the parts of this account; null for all. */
  from: string | null;
  sender: CampaignSender;
  content: StoredContent | null;
};

/** `given` are parts whose mails go over by and by to `heirs`; `parts` are all that changed, these among them. */
type Moved = { parts: CampaignRow[]; given: CampaignRow[]; heirs: CampaignRow[] };

const refusals = ["running", "under way", "moving", "stale"] as const;
/** Why nothing was moved. "stale": it is not as it was read any more. */
export type NotMoved = (typeof refusals)[number];

class Refused extends Error {
  override readonly name = "Refused";
  readonly why: NotMoved;
  constructor(why: NotMoved) {
    super(why);
    this.why = why;
  }
}

const one = { one: sql`1` };
const settled: readonly DeliveryState[] = ["sent", "failed", "uncertain", "skipped"];

export function moving({ atomically, tables }: Database) {
  return {
    /**
     * Resumes what is paused through another account, with all mails to come. What has come to its end stays with the account
     * that it went from. Says why not if one of its parts is running, or one of its mails: nobody knows yet whether that one
     * is to be moved. Increments the version, so that nothing is written that was decided with the former account.
     */
    async move(of: Moving): Promise<Moved | NotMoved> {
      try {
        const { rewritten, ended, given, heirs } = await atomically(
          (write) => ({
            ...hindrances(write, tables, of),
            ...movingParts(write, tables, of),
            ...addingHeirs(write, tables, of.heirs),
            ...movingWhole(write, tables, of),
          }),
          (results) => {
            const moved = results.rewritten.length + results.ended.length + results.given.flat().length;
            if (results.running.length > 0) throw new Refused("running");
            if (results.sending.length > 0) throw new Refused("under way");
            if (results.noted.length > 0) throw new Refused("moving");
            if (results.plan.length === 0) throw new Refused("running");
            if (results.known.length === 0 || results.others.length > 0) throw new Refused("stale");
            if (results.given.flat().length < of.heirs.length) throw new Refused("stale");
            if (moved === 0 && !of.mayBeBetween) throw new Refused("running");
          },
        );
        const all = { heirs: heirs.flat().filter(isAccepted), given: given.flat().filter(isAccepted) };
        const others = [...rewritten, ...ended].filter(isAccepted);
        return { ...all, parts: [...others, ...all.given, ...all.heirs] };
      } catch (error) {
        if (error instanceof Refused) return error.why;
        throw error;
      }
    },
  };
}

function isMeant(tables: Tables, { key, from }: Moving): SQL | undefined {
  return and(ofPlan(tables, key), from === null ? undefined : eq(tables.campaigns.credentialId, from));
}

function isPaused(tables: Tables, of: Moving): SQL | undefined {
  return and(isMeant(tables, of), eq(tables.campaigns.state, "paused"));
}

/** What keeps it from being moved, and whether it is still as it was read. */
function hindrances(write: Builder, tables: Tables, of: Moving) {
  const { campaigns, campaignPlans, deliveries } = tables;
  const { key, kept, ended, heirs, sender, version } = of;
  const hasRows = (states: readonly DeliveryState[]) =>
    exists(
      write
        .select(one)
        .from(deliveries)
        .where(and(eq(deliveries.campaignId, campaigns.id), inArray(deliveries.state, [...states]))),
    );
  const parts = (where: SQL | undefined) => write.select(one).from(campaigns).where(where).limit(1);
  const named = [...kept, ...ended, ...heirs.map((heir) => heir.of)];
  return {
    running: parts(and(isMeant(tables, of), eq(campaigns.state, "running"))),
    sending: write
      .select(one)
      .from(campaigns)
      .innerJoin(deliveries, eq(deliveries.campaignId, campaigns.id))
      .where(
        and(
          isPaused(tables, of),
          eq(deliveries.state, "sending"),
          eq(deliveries.workspaceId, key.workspaceId),
        ),
      )
      .limit(1),
    noted: parts(and(ofPlan(tables, key), isNotNull(campaigns.rowMove))),
    known: write
      .select({ id: campaignPlans.id })
      .from(campaignPlans)
      .where(and(isPlan(tables, key), eq(campaignPlans.version, version))),
    others: parts(
      and(
        isPaused(tables, of),
        or(
          notInArray(campaigns.id, named),
          and(
            inArray(campaigns.id, [...kept]),
            ne(campaigns.credentialId, sender.credentialId),
            hasRows(settled),
          ),
          and(inArray(campaigns.id, [...ended]), hasRows(openStates)),
        ),
      ),
    ),
  };
}

function movingParts(write: Builder, tables: Tables, of: Moving) {
  const { campaigns } = tables;
  const { kept, ended, heirs, sender, at } = of;
  const isTest = isWaitingPart(tables);
  const over = { state: "finished" as const, pausedBy: null, pausedReason: null, finishedAt: at };
  const { id, requestKey, stepId } = campaigns;
  return {
    rewritten: write
      .update(campaigns)
      .set({
        ...sender,
        state: sql`case when ${isTest} then 'paused' else 'running' end`,
        pausedBy: sql`case when ${isTest} then 'test' else null end`,
        pausedReason: sql`case when ${isTest} then ${campaigns.pausedReason} else null end`,
        // It is no part of its former account any more, for whoever looks for that one's.
        requestKey: sql`case when ${requestKey} like 'part:%' then ${movedKey(id)} else ${requestKey} end`,
      })
      .where(and(isPaused(tables, of), inArray(id, [...kept])))
      .returning(),
    ended: write
      .update(campaigns)
      .set(over)
      .where(and(isPaused(tables, of), inArray(id, [...ended])))
      .returning(),
    given: heirs.map((heir) =>
      write
        .update(campaigns)
        .set({
          ...over,
          ...handingOver({ to: heir.row.id, retry: null }),
          // One that was alone is one of two from now on, which are told of together.
          stepId: sql`coalesce(${stepId}, ${heir.row.stepId})`,
        })
        .where(and(isPaused(tables, of), eq(id, heir.of), isNull(campaigns.rowMove)))
        .returning(),
    ),
  };
}

function movedKey(id: SQLWrapper): SQL {
  return sql`'part:moved:' || ${id}`;
}

function movingWhole(write: Builder, tables: Tables, { key, from, sender, content, activity, at }: Moving) {
  const { campaignPlans, enrolments } = tables;
  const isFirstDueAtOnce = content?.steps[0]?.delayMinutes === 0;
  return {
    enrolments: write
      .update(enrolments)
      .set({ credentialId: sender.credentialId, dueAt: dueWithAccount(tables, { at, isFirstDueAtOnce }) })
      .where(
        and(
          eq(enrolments.planId, key.id),
          eq(enrolments.workspaceId, key.workspaceId),
          from === null ? undefined : eq(enrolments.credentialId, from),
        ),
      ),
    plan: planChanging(write, tables, {
      key,
      from: ["started"],
      set: {
        pausedBy: null,
        pausedReason: null,
        ...(content && { content }),
        version: sql`${campaignPlans.version} + 1`,
      },
    }),
    told: noting(write, tables, [activity]),
  };
}
