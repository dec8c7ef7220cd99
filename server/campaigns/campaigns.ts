import type { PlannedScope, Scope } from "../../contract/identity/scope.ts";
import type { ActivityCode } from "../../contract/reasons/campaignPlans.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { PlanState } from "../../contract/schemas/campaignPlan.ts";
import type { RowAnswer } from "../../contract/schemas/lead.ts";
import {
  type CredentialRow,
  type CredentialStore,
  createCredentialStore,
} from "../../db/stores/accounts/credentials.ts";
import type { CampaignRow } from "../../db/stores/campaigns/campaigns.ts";
import {
  createPlanActivityStore,
  type PlanActivityStore,
} from "../../db/stores/campaigns/plans/planActivity.ts";
import { planStateOf } from "../../db/stores/campaigns/plans/planState.ts";
import {
  createPlanSteeringStore,
  type PlanSteeringStore,
} from "../../db/stores/campaigns/plans/planSteering.ts";
import { createPlanStore, type PlanStore } from "../../db/stores/campaigns/plans/plans.ts";
import {
  createUncertainMailStore,
  type Decision,
  type UncertainMailStore,
} from "../../db/stores/campaigns/plans/uncertainMails.ts";
import type { RetriedState } from "../../db/stores/campaigns/retries.ts";
import type { Core } from "../core/core.ts";
import { namedRows } from "../core/namedRows.ts";
import type { CampaignWord, SendingPort } from "../sending/boundary/port.ts";
import type { RowMoves } from "../sending/dispatch/rowMoves.ts";
import { openCount } from "../sending/dispatch/tally.ts";
import type { CampaignShowing } from "./campaignPages.ts";
import { senderColumnsOf } from "./campaignRows.ts";
import { createHeirs } from "./heirs.ts";
import { accountText, countsOf, partStatesOf } from "./plans/campaignAnswer.ts";
import { currentAccountsOf } from "./plans/currentAccounts.ts";
import { activityOf } from "./plans/planActivities.ts";
import { createOwnedPlans, type OwnedPlan } from "./plans/planParts.ts";
import type { StartService } from "./plans/starts.ts";
import { unpaidSince } from "./plans/unpaid.ts";

type CampaignParts = {
  sender: SendingPort;
  moves: RowMoves;
  showing: CampaignShowing;
  starts: Pick<StartService, "goOn">;
};
type Parts = CampaignParts & {
  core: Core;
  plans: PlanStore;
  steering: PlanSteeringStore;
  activity: PlanActivityStore;
  accounts: CredentialStore;
  heirs: ReturnType<typeof createHeirs>;
  owned(key: Key): Promise<OwnedPlan>;
};
type Key = Scope & { id: string };
export type CampaignService = ReturnType<typeof createCampaignService>;

/** Steering campaigns that have begun: pause, go on, cancel, try again, send the rest from elsewhere. */
export function createCampaignService(core: Core, parts: CampaignParts) {
  const { database } = core;
  const all: Parts = {
    ...parts,
    core,
    plans: createPlanStore(database),
    steering: createPlanSteeringStore(database),
    activity: createPlanActivityStore(database),
    accounts: createCredentialStore(database),
    heirs: createHeirs(core),
    owned: createOwnedPlans(core).owned,
  };
  return { ...steering(all), ...ending(all), ...sendingTheRest(all), ...deciding(all) };
}

function steering(parts: Parts) {
  const { owned, steering: store, accounts, showing, starts } = parts;
  return {
    async pause(key: Key): Promise<Campaign> {
      const known = await owned(key);
      const why = reason("paused_by_person");
      const activity = doing(
        parts,
        key,
        reason("did_pause", { why: { code: why.code, params: why.params } }),
      );
      const changed =
        stateOf(known) === "running"
          ? await store.pause({ key, activity, mayBeBetween: mayBeBetween(known) })
          : null;
      if (changed === null) throw wrongState(await owned(key), "paused");
      tellChanged(parts, known, changed);
      return showing.one(key);
    },

    async resume(key: Key & PlannedScope): Promise<Campaign> {
      const known = await owned(key);
      await refuseLacking(parts, known);
      const begins = known.plan.state === "started" ? null : await starts.goOn(key);
      if (begins !== null) return begins;
      const paused = known.parts.filter(({ campaign }) => campaign.state === "paused");
      // Between two mails of a sequence no part is paused, and it would stop again at its next mail.
      const theirs = paused.map(({ campaign }) => campaign.credentialId);
      const between = known.plan.pausedBy === null ? [] : (known.plan.content?.accounts ?? []);
      const asked = theirs.length > 0 ? theirs : between;
      const left = await accounts.byIds(asked);
      if (asked.length > 0 && left.length === 0) throw refused("campaign_account_gone");
      const changed =
        stateOf(known) === "paused" || paused.length > 0
          ? await store.resume({
              key,
              activity: doing(parts, key, reason("did_resume")),
              mayBeBetween: mayBeBetween(known),
            })
          : null;
      if (changed === null) throw wrongState(await owned(key), "resumed");
      tellChanged(parts, known, changed);
      tellAll(parts, "begun", changed);
      return showing.one(key);
    },
  };
}

/** Whoever lets a sequence go on, through whichever account. @throws {Refusal} plan_limit. */
async function refuseLacking({ core }: Parts, { plan }: Pick<OwnedPlan, "plan">): Promise<void> {
  const lack = await unpaidSince(core, plan);
  if (lack !== null) throw refused(lack.code, lack.params);
}

function ending(parts: Parts) {
  const { core, owned, steering: store, moves, showing, plans } = parts;
  return {
    async cancel(key: Key): Promise<Campaign> {
      const known = await owned(key);
      const state = stateOf(known);
      const mayEnd = state !== "draft" && state !== "cancelled" && state !== "finished";
      const left = openCount({ counts: countsOf(known.parts) });
      const at = core.clock.now();
      const changed = mayEnd
        ? await store.cancel({ key, at, activity: doing(parts, key, reason("did_cancel", { left })) })
        : null;
      if (changed === null) throw wrongState(await owned(key), "cancelled");
      tellChanged(parts, known, changed);
      await moves.goOnWith(changed, () => tellAll(parts, "recounted", changed));
      return showing.one(key);
    },

    /** Only what is over goes into the archive. */
    async archive({ archived, ...key }: Key & { archived: boolean }): Promise<Campaign> {
      const known = await owned(key);
      const state = stateOf(known);
      if (state !== "finished" && state !== "cancelled") throw wrongState(known, "archived");
      if ((known.plan.archivedAt !== null) !== archived)
        await plans.change({
          key,
          from: [known.plan.state],
          set: { archivedAt: archived ? core.clock.now() : null },
          activities: [doing(parts, key, reason("did_archive", { archived }))],
        });
      return showing.one(key);
    },
  };
}

function sendingTheRest(parts: Parts) {
  const { core, owned, steering: store, moves, accounts, activity, showing, heirs } = parts;
  return {
    /**
     * What is left of a campaign, of which nothing is being sent just now, goes out through another account of its
     * workspace, and begins at once; of one with several accounts, what is left of one of them.
     */
    async move(key: Key, to: { credentialId: string; from?: string | undefined }): Promise<Campaign> {
      const account = await accounts.one({ workspaceId: key.workspaceId, id: to.credentialId });
      if (account === null) throw refused("account_not_found");
      await refuseLacking(parts, await parts.owned(key));
      const moved = await movedOnce(parts, key, { account, from: to.from ?? null });
      if (moved === "moving") throw refused("campaign_rows_moving");
      // Whoever looks again finds it as it has become.
      if (moved === "under way" || moved === "stale") throw refused("campaign_under_way");
      if (moved === "running") throw wrongState(await owned(key), "moved");
      tellAll(parts, "changed", moved.parts);
      const running = moved.parts.filter(({ state }) => state === "running");
      tellAll(parts, "begun", running);
      await moves.goOnWith(moved.given, () => {
        tellAll(
          parts,
          "reread",
          moved.heirs.filter(({ state }) => state === "running"),
        );
        tellAll(parts, "recounted", moved.parts);
      });
      return showing.one(key);
    },

    /** Puts failed or uncertain deliveries back in the queue; only a person asks for it. */
    async retry(
      key: Key,
      { states, code = null }: { states: RetriedState[]; code?: string | null | undefined },
    ): Promise<number> {
      const known = await owned(key);
      if (stateOf(known) === "cancelled") throw refused("campaign_over");
      if (known.parts.some(({ campaign }) => campaign.rowMove !== null))
        throw refused("campaign_rows_moving");
      const former = await heirs.retried(known, (ids) => store.endedWith({ key, ids, states, code }));
      const begun = await store.retry({ key, states, code, at: core.clock.now(), heirs: former });
      if (begun === null && former.length > 0) throw refused("campaign_under_way");
      // There was nothing to try again, or somebody has cancelled it since it was looked at.
      if (begun === null && stateOf(await owned(key)) === "cancelled") throw refused("campaign_over");
      if (begun === null) return 0;
      await activity.add(doing(parts, key, reason("did_retry", { mails: begun.retried })));
      const running = begun.parts.filter(({ state }) => state === "running");
      await moves.goOnWith(begun.parts, () => tellAll(parts, "reread", running));
      return begun.retried;
    },
  };
}

function deciding(parts: Parts) {
  const { core, owned, activity, heirs, moves } = parts;
  const store = createUncertainMailStore(core.database);
  return {
    /** What a person knows of mails whose end is uncertain: of all of them, or of those that are named. */
    async decide(key: Key, of: Deciding): Promise<{ decided: number; rows?: RowAnswer[] }> {
      const known = await owned(key);
      const { decision, deliveries: ids = null } = of;
      if (decision === "again" && stateOf(known) === "cancelled") throw refused("campaign_over");
      if (known.parts.some(({ campaign }) => campaign.rowMove !== null))
        throw refused("campaign_rows_moving");
      const at = core.clock.now();
      const asked = { key, decision, deliveryIds: ids, at };
      const former =
        decision === "again" ? await heirs.retried(known, (partIds) => store.endedWith(asked, partIds)) : [];
      const done = await store.decide({ ...asked, heirs: former });
      if (done === null) throw refused(former.length > 0 ? "campaign_under_way" : "campaign_over");
      const decided = done.decided.length;
      if (decided > 0) {
        await activity.add(doing(parts, key, reason("did_decide", { decision, mails: decided })));
        tellAll(parts, "recounted", done.parts);
        if (decision === "again")
          await moves.goOnWith(done.given, () => tellAll(parts, "reread", done.parts));
      }
      return of.tellsRows && ids !== null
        ? { decided, rows: decidedRows({ ids, decision, done }) }
        : { decided };
    },
  };
}

type Deciding = { decision: Decision; deliveries?: string[] | undefined; tellsRows?: boolean };
type Decided = NonNullable<Awaited<ReturnType<UncertainMailStore["decide"]>>>;

/** How a mail stands of which it is decided. */
const decidedAs = { sent: "sent", failed: "failed", again: "queued" } as const;

/** One that stands already as it is decided is as it was: a call that is made twice contradicts nobody. */
function decidedRows({ ids, decision, done }: { ids: string[]; decision: Decision; done: Decided }) {
  const changed = new Set(done.decided);
  return namedRows({
    ids,
    field: "deliveries",
    outcomeOf(id) {
      if (changed.has(id)) return "changed";
      const state = done.named.get(id);
      if (state === undefined) return { _id: null, cause: reason("uncertain_not_found") };
      if (state === decidedAs[decision]) return "unchanged";
      // Whoever takes mails would have had it go again.
      const isUncertain = state === "uncertain";
      return { _id: id, cause: reason(isUncertain ? "uncertain_left_alone" : "uncertain_no_more") };
    },
  });
}

/** What is left goes over, as the campaign stands just now. */
async function movedOnce(
  parts: Parts,
  key: Key,
  { account, from }: { account: CredentialRow; from: string | null },
) {
  const known = await parts.owned(key);
  const { content } = known.plan;
  const theirs = known.parts.filter(({ campaign }) => from === null || campaign.credentialId === from);
  const isFrom = from === null || (content?.accounts ?? []).includes(from);
  const current = currentAccountsOf(known.plan, known.parts);
  const sent = theirs.map(({ campaign }) => campaign);
  const former =
    sent.find(({ state, credentialId }) => state === "paused" && credentialId !== account.id) ??
    sent.find(({ credentialId }) => current.includes(credentialId));
  return parts.steering.move({
    ...(await parts.heirs.moved(known, from, account)),
    key,
    from,
    sender: senderColumnsOf(account),
    at: parts.core.clock.now(),
    mayBeBetween: isFrom && mayBeBetween(known),
    content: content && { ...content, accounts: replaced(content.accounts, { from, to: account.id }) },
    activity: doing(
      parts,
      key,
      reason("did_move", {
        from: (former ?? sent[0])?.fromEmail ?? "",
        to: accountText(account),
        mails: openCount({ counts: countsOf(theirs) }),
      }),
    ),
  });
}

/** The same accounts with another in the place of one, or of all. */
function replaced(accounts: readonly string[], { from, to }: { from: string | null; to: string }): string[] {
  return [...new Set(accounts.map((id) => (from === null || id === from ? to : id)))];
}

function stateOf({ plan, parts, hasMoreToCome }: OwnedPlan): PlanState {
  return planStateOf(plan, partStatesOf(parts), hasMoreToCome);
}

/** Whether it may go on with none of its parts sending: between two mails of a sequence, and until the better variant is known. */
function mayBeBetween({ parts, hasMoreToCome }: OwnedPlan): boolean {
  return hasMoreToCome || partStatesOf(parts).waiting > 0;
}

type Change = Parameters<typeof refused<"campaign_state_wrong">>[1]["change"];

function wrongState(known: OwnedPlan, change: Change) {
  return refused("campaign_state_wrong", { state: stateOf(known), change });
}

function doing({ core }: Parts, key: Key, activity: Reason<ActivityCode>) {
  return activityOf(core, { key, by: key, activity });
}

/** Between two mails no part is another than before, and whoever watches hears all the same what the whole has become. */
function tellChanged(parts: Parts, known: OwnedPlan, changed: readonly CampaignRow[]): void {
  tellAll(parts, "changed", changed);
  if (changed.length === 0)
    tellAll(
      parts,
      "recounted",
      known.parts.slice(-1).map(({ campaign }) => campaign),
    );
}

/** Nobody waits until the sender has acted on it. */
function tellAll({ sender }: Parts, kind: CampaignWord, rows: readonly CampaignRow[]): void {
  for (const { id, workspaceId } of rows) void sender.tell({ kind, campaignId: id, workspaceId });
}
