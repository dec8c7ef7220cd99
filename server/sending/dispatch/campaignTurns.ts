import type { CountedCampaign } from "../../../db/stores/campaigns/campaigns.ts";
import { hoursOf, sameHours } from "../windows/WindowGate.ts";
import type { LaneCampaign, LaneDeps } from "./laneDeps.ts";
import { type Line, MailShare } from "./MailShare.ts";
import { openCount } from "./tally.ts";

/** The campaigns of one account's lane, each in its turn. */
export class CampaignTurns {
  readonly #accountId: string;
  readonly #campaigns = new Map<string, LaneCampaign>();
  readonly #share = new MailShare();

  constructor(accountId: string) {
    this.#accountId = accountId;
  }

  get(id: string): LaneCampaign | undefined {
    return this.#campaigns.get(id);
  }

  add(campaign: LaneCampaign): void {
    this.#campaigns.set(campaign.row.id, campaign);
  }

  remove({ row }: LaneCampaign): void {
    this.#campaigns.delete(row.id);
  }

  all(): LaneCampaign[] {
    return [...this.#campaigns.values()];
  }

  /** Reads those afresh that something else has changed. */
  async refresh(deps: Pick<LaneDeps, "lookAgain">): Promise<void> {
    for (const campaign of this.all()) if (campaign.isStale) await refresh(campaign, deps);
  }

  /** Closes those of which everything has come to an end, and forgets those that do not go on and have nothing under way. */
  async letGoOfEnded({ finish, progressed }: Pick<LaneDeps, "finish" | "progressed">): Promise<void> {
    for (const campaign of this.all()) {
      const isRunning = this.goesOn(campaign);
      const left = isRunning ? openCount(campaign.tally) : campaign.tally.counts.sending;
      if (left > 0) continue;
      const unfinished = isRunning ? await finish(campaign) : null;
      if (unfinished !== null) {
        campaign.tally = unfinished;
        continue;
      }
      this.remove(campaign);
      if (!isRunning) progressed(campaign, null);
    }
  }

  /** Whether it runs, and through this account. */
  goesOn({ row }: LaneCampaign): boolean {
    return row.state === "running" && row.credentialId === this.#accountId;
  }

  /** Whether a claimed mail of it may begin now. */
  mayBegin(campaign: LaneCampaign, now: number): boolean {
    return this.goesOn(campaign) && campaign.gate.opensAt(campaign.row, now) === null;
  }

  /** The next one that has something due: a transactional mail's call, unless it is the turn of campaigns. */
  next(now: number): LaneCampaign | null {
    const line = this.#lineAt(now);
    const isForMails = this.#share.isForMails(line);
    return this.#first(now, isForMails) ?? this.#first(now, !isForMails);
  }

  /** How many it may take on, so that nobody else is starved. */
  shareOf({ row }: LaneCampaign, now: number): number {
    return row.mailKind === null ? this.#share.campaignMax(this.#lineAt(now)) : Number.POSITIVE_INFINITY;
  }

  took({ row }: LaneCampaign, count: number): void {
    this.#share.took({ isMails: row.mailKind !== null, count });
  }

  #lineAt(now: number): Line {
    return { mails: this.#first(now, true) !== null, campaigns: this.#first(now, false) !== null };
  }

  #first(now: number, isMails: boolean): LaneCampaign | null {
    for (const campaign of this.#campaigns.values())
      if ((campaign.row.mailKind !== null) === isMails && this.#isDue(campaign, now)) return campaign;
    return null;
  }

  #isDue(campaign: LaneCampaign, now: number): boolean {
    const { queued, deferred } = campaign.tally.counts;
    if (!this.goesOn(campaign) || (campaign.claimAgainAt ?? 0) > now) return false;
    if (queued === 0 && (deferred === 0 || (campaign.nextDueAt ?? 0) > now)) return false;
    return campaign.gate.nextAt(campaign.row, now) === null;
  }

  /** Calls for transactional mail that it knows of. */
  get callCount(): number {
    return this.all().filter(({ row }) => row.mailKind !== null).length;
  }

  /**
   * It has had its turn, so that a large campaign does not hold up a small one. A round without a claim is no turn.
   */
  putLast(campaign: LaneCampaign): void {
    this.remove(campaign);
    this.add(campaign);
  }

  /** When something of them may be due. */
  moments(now: number): (number | null)[] {
    return this.all().flatMap(({ row, gate, nextDueAt, claimAgainAt, tally }) => [
      claimAgainAt,
      tally.counts.deferred > 0 ? nextDueAt : null,
      gate.nextAt(row, now),
    ]);
  }
}

/** Reads a campaign afresh, while nothing of it is written by its lane. */
export async function refresh(
  campaign: LaneCampaign,
  { lookAgain }: Pick<LaneDeps, "lookAgain">,
): Promise<void> {
  // Before it is read: what changes from then on is read once more.
  campaign.isStale = false;
  try {
    await lookAgain(campaign);
  } catch (error) {
    campaign.isStale = true;
    throw error;
  }
}

type Knowing = { campaign(id: string): LaneCampaign | undefined; lookAgain(id: string): void; wake(): void };

/**
 * Has a lane take over what somebody else changed of a campaign that it knows, since the notice of it may be lost: its hours, and
 * mails that were added or are to be tried again. A lane's own work never makes more of them open. False where it does not know it.
 */
export function catchUp(lane: Knowing, { campaign: row, counts }: CountedCampaign): boolean {
  const known = lane.campaign(row.id);
  if (known === undefined) return false;
  if (openCount({ counts }) > openCount(known.tally)) lane.lookAgain(row.id);
  if (sameHours(known.row, row)) return true;
  known.row = { ...known.row, ...hoursOf(row) };
  lane.wake();
  return true;
}
