import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { Campaign, Counts } from "../../../contract/schemas/campaign.ts";
import { deliveryStates } from "../../../contract/schemas/campaign.ts";
import { mailboxText, senderMailbox } from "../../../contract/sending/senderMailbox.ts";
import { answerTexts } from "../../../contract/texts/answers.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { CountedCampaign } from "../../../db/stores/campaigns/campaigns.ts";
import type { ListedPlan } from "../../../db/stores/campaigns/plans/planLists.ts";
import { type PartStates, planStateOf } from "../../../db/stores/campaigns/plans/planState.ts";
import type { ResponseCounts } from "../../../db/stores/inbound/responses.ts";
import { senderAccountOf } from "../../accounts/index.ts";
import { inTexts, inWords } from "../../core/inWords.ts";
import { campaignSenderText } from "../../sending/campaignSender.ts";
import { recipientsOf, type Waiting, waitingOnTheWire } from "../../sending/dispatch/tally.ts";
import { currentAccountsOf } from "./currentAccounts.ts";

/** A part, with why it waits. */
export type LookedAtPart = CountedCampaign & { waiting: Waiting | null; responses: ResponseCounts };

export type CampaignFacts = ListedPlan & {
  parts: readonly LookedAtPart[];
  /** What a held send will begin with, which says what it is; empty of all others. */
  held: readonly CountedCampaign[];
  /** Of its mails, by their variants. */
  subjects: ReadonlyMap<string, string>;
  /** The workspace's accounts by their ids. */
  accounts: ReadonlyMap<string, CredentialRow>;
  /** What the workspace has chosen for what a campaign leaves open. */
  tracking: { opens: boolean; clicks: boolean };
};

/** A campaign as the wire shows it: of several parts, the sums. */
export function campaignAnswer(facts: CampaignFacts): Campaign {
  const { plan, parts, hasMoreToCome } = facts;
  const state = planStateOf(plan, partStatesOf(parts), hasMoreToCome);
  const written = parts.length > 0 ? parts : facts.held;
  const first = firstPartOf(plan, written);
  const isOver = state === "finished" || state === "cancelled";
  const accounts = accountsOf({ ...facts, parts: written }, isOver);
  return {
    _id: plan.id,
    name: plan.name,
    kind: plan.kind,
    subject: first?.campaign.subject ?? firstSubjectOf(facts),
    from: accounts[0]?.from ?? "",
    provider: (parts.find(isFirstOf(accounts)) ?? first)?.campaign.provider ?? providerOf(facts) ?? "",
    accounts,
    audience: shortAudience(facts),
    steps: plan.content?.steps.length ?? 1,
    state,
    version: plan.version,
    ...waitingOnTheWire(wholeWaiting(facts) ?? startWaiting(facts)),
    total: sumOf(written, ({ campaign }) => campaign.total),
    recipients: sumOf(written, ({ campaign, counts }) => recipientsOf(campaign, counts)),
    counts: countsOf(written),
    trackOpens: first?.campaign.trackOpens ?? plan.content?.trackOpens ?? facts.tracking.opens,
    trackClicks: first?.campaign.trackClicks ?? plan.content?.trackClicks ?? facts.tracking.clicks,
    opened: sumOf(parts, ({ reactions }) => reactions.opened),
    machineOpened: sumOf(parts, ({ reactions }) => reactions.machineOpened),
    clicked: sumOf(parts, ({ reactions }) => reactions.clicked),
    replied: sumOf(parts, ({ responses }) => responses.replied),
    complained: sumOf(parts, ({ responses }) => responses.complained),
    createdAt: plan.createdAt,
    createdBy: nameOf(facts.creator),
    startAt: plan.dueAt ?? plan.startedAt,
    holdUntil: plan.holdUntil,
    finishedAt: isOver ? finishedAtOf(facts) : null,
    archivedAt: plan.archivedAt,
  };
}

function shortAudience({ audience, isPicked }: CampaignFacts): Campaign["audience"] {
  if (audience === null) return null;
  const { everyone, collections, segments, after } = audience;
  const told = (ids: readonly string[]) => ids.slice(0, campaignLimits.audienceTold);
  const shown = { collections: told(collections), segments: told(segments) };
  const more = collections.length + segments.length - shown.collections.length - shown.segments.length;
  return { everyone, ...shown, more, picked: isPicked, after: after?.unless ?? null };
}

export function partStatesOf(parts: readonly CountedCampaign[]): PartStates {
  const states = { running: 0, paused: 0, waiting: 0, cancelled: 0, finished: 0 };
  for (const { campaign } of parts)
    states[campaign.state === "paused" && campaign.pausedBy === "test" ? "waiting" : campaign.state] += 1;
  return states;
}

/** How a person is named to those who work with them; null of nobody, and of whoever is gone. */
export function nameOf(person: ListedPlan["creator"]): string | null {
  if (person === null) return null;
  const name = `${person.firstName} ${person.lastName}`.trim();
  return name === "" ? person.email : name;
}

export function countsOf(parts: readonly Pick<CountedCampaign, "counts">[]): Counts {
  return Object.fromEntries(
    deliveryStates.map((state) => [state, sumOf(parts, ({ counts }) => counts[state])]),
  ) as Counts;
}

function sumOf<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((sum, one) => sum + count(one), 0);
}

/** An answer's facts, with the parts that say whose mails there are. */
type Accounted = Pick<CampaignFacts, "plan" | "accounts"> & { parts: readonly CountedCampaign[] };

function accountsOf(facts: Accounted, isOver: boolean): Campaign["accounts"] {
  const { plan, parts, accounts } = facts;
  const from = new Map(parts.map(({ campaign }) => [campaign.credentialId, campaignSenderText(campaign)]));
  for (const id of plan.content?.accounts ?? []) {
    const account = accounts.get(id);
    // Of one that was moved away from, the parts say whose mails there are.
    if (from.has(id)) continue;
    if (account !== undefined) from.set(id, accountText(account));
    // Nothing had gone from it, and whoever was to get its mails waits for a person.
    else if (plan.state === "started" && !isOver) from.set(id, inTexts(answerTexts).accounts.gone);
  }
  // First those that it goes from by now: of the others there is only what went before.
  const current = currentAccountsOf(plan, parts);
  const [now, before] = [
    [...from].filter(([id]) => current.includes(id)),
    [...from].filter(([id]) => !current.includes(id)),
  ];
  return [...now, ...before].map(([credentialId, text]) => ({
    credentialId,
    from: text,
    held: isOver ? null : heldOf(facts, credentialId),
  }));
}

function isFirstOf([first]: Campaign["accounts"]) {
  return ({ campaign }: Pick<CountedCampaign, "campaign">) => campaign.credentialId === first?.credentialId;
}

/** What waits for a person of what one account sends; also where it is gone and has nothing to send just now. */
function heldOf({ plan, parts, accounts }: Accounted, id: string): Campaign["accounts"][number]["held"] {
  const paused = parts.filter(({ campaign }) => campaign.credentialId === id && campaign.state === "paused");
  const isSaid = plan.content?.accounts.includes(id) ?? false;
  const gone = isSaid && !accounts.has(id) ? reason("account_removed") : null;
  const held = paused.find(({ campaign }) => campaign.pausedBy !== "test");
  const why = held?.campaign.pausedReason ?? gone;
  if (why === null) return null;
  const mails = sumOf(paused, ({ counts }) => counts.queued + counts.deferred);
  return { mails, waiting: inWords(why), cause: why };
}

/** From whom an account's mails come, for people to read. */
export function accountText(account: CredentialRow): string {
  return mailboxText(senderMailbox(senderAccountOf(account)));
}

function providerOf({ plan, accounts }: CampaignFacts): string | undefined {
  return accounts.get(plan.content?.accounts[0] ?? "")?.provider;
}

/** What is called after one mail is called after its first as it was written: a part that was made first may be of any variant. */
function firstPartOf(
  plan: CampaignFacts["plan"],
  parts: readonly CountedCampaign[],
): CountedCampaign | undefined {
  const variantId = plan.content?.steps[0]?.variants[0]?.id;
  return parts.find(({ campaign }) => campaign.step === 0 && campaign.variantId === variantId) ?? parts[0];
}

function firstSubjectOf({ plan, subjects }: CampaignFacts): string {
  const variantId = plan.content?.steps[0]?.variants[0]?.id;
  return (variantId === undefined ? undefined : subjects.get(variantId)) ?? "";
}

type WaitingFacts = Pick<ListedPlan, "audience" | "hasMoreToCome" | "nextDueAt" | "nextFrom"> & {
  plan: Pick<ListedPlan["plan"], "state" | "pausedBy" | "pausedReason" | "content">;
  parts: readonly Pick<LookedAtPart, "campaign" | "waiting">[];
};

/** Of several parts, why the whole goes no further: a reason only where none of those that run has something to do. */
export function wholeWaiting(facts: WaitingFacts): Waiting | null {
  const { plan, parts } = facts;
  if (plan.state === "scheduled" && plan.pausedBy === null) return null;
  const running = parts.filter(({ campaign }) => campaign.state === "running");
  const paused = parts.filter(({ campaign }) => campaign.state === "paused");
  // Whoever waits for the better variant goes on by themselves: what was stopped needs somebody.
  const stopped = paused.filter(({ campaign }) => campaign.pausedBy !== "test");
  const asked = [running, stopped, paused].find(({ length }) => length > 0) ?? [];
  // Between two mails of a sequence, or before the better variant is known, the whole alone says why it is paused.
  if (plan.pausedReason !== null && asked.every(({ campaign }) => campaign.pausedBy === "test"))
    return { reason: plan.pausedReason, nextAt: null };
  if (plan.pausedBy === null && asked.length === 0) return waitingBetween(facts);
  if (asked.length === 0 || asked.some(({ waiting }) => waiting === null)) return null;
  const waits = asked.flatMap(({ waiting }) => (waiting === null ? [] : [waiting]));
  return waits.toSorted((a, b) => (a.nextAt ?? Infinity) - (b.nextAt ?? Infinity))[0] ?? null;
}

/**
 * What keeps one that is planned from starting, or its mails from going then, as things are. Told as long as somebody can put
 * it right: at its moment it only pauses.
 */
function startWaiting({ plan, accounts }: CampaignFacts): Waiting | null {
  const { state, pausedBy, content, dueAt } = plan;
  if (content === null || pausedBy !== null || (state !== "scheduled" && state !== "holding")) return null;
  const chosen = content.accounts.map((id) => accounts.get(id));
  if (chosen.includes(undefined)) return { reason: reason("start_account_gone"), nextAt: null };
  const rests = chosen.find(
    (account) => account?.paused && (account.pausedUntil === null || account.pausedUntil > (dueAt ?? 0)),
  );
  return rests === undefined ? null : { reason: restOf(rests, "start_account_rests"), nextAt: null };
}

/** That an account does not send just now, and why. */
export function restOf(account: CredentialRow, code: "check_account_rests" | "start_account_rests"): Reason {
  const why = inner(account.pausedReason ?? reason("account_paused"));
  return reason(code, { from: accountText(account), why });
}

/**
 * A sequence all of whose mails so far have gone: until the next one is due, somebody joins, or a person says what became of
 * the last uncertain ones.
 */
function waitingBetween(facts: WaitingFacts): Waiting | null {
  const { plan, audience, nextDueAt, nextFrom, hasMoreToCome } = facts;
  if (plan.state !== "started" || !hasMoreToCome) return null;
  const step = (nextFrom ?? -1) + 1;
  if (nextDueAt !== null && plan.content?.steps[step] !== undefined)
    return { reason: reason("next_step_due", { step: step + 1 }), nextAt: nextDueAt };
  if (audience?.joinLater) return { reason: reason("joins_later"), nextAt: null };
  // Whoever has had the last one is looked at once more, and gets nothing.
  return nextDueAt !== null ? null : { reason: reason("outcome_undecided"), nextAt: null };
}

function finishedAtOf({ plan, parts }: CampaignFacts): number | null {
  const times = parts.flatMap(({ campaign }) => campaign.finishedAt ?? []);
  return times.length === 0 ? plan.endedAt : Math.max(...times);
}
