import type { LaneCampaign } from "./laneDeps.ts";

/** The campaigns of one account's lane, each in its turn. */
export class CampaignTurns {
  readonly #accountId: string;
  readonly #campaigns = new Map<string, LaneCampaign>();

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

  /** Whether it runs, and through this account. */
  goesOn({ row }: LaneCampaign): boolean {
    return row.state === "running" && row.credentialId === this.#accountId;
  }

  /** The next one that has something due. */
  next(now: number): LaneCampaign | null {
    for (const campaign of this.#campaigns.values()) {
      const { queued, deferred } = campaign.tally.counts;
      if (!this.goesOn(campaign) || (campaign.claimAgainAt ?? 0) > now) continue;
      if (queued > 0 || (deferred > 0 && (campaign.nextDueAt ?? 0) <= now)) return campaign;
    }
    return null;
  }

  /** It has had its turn, so that a large one does not hold up a small one. A look that came to no claim is no turn. */
  putLast(campaign: LaneCampaign): void {
    this.remove(campaign);
    this.add(campaign);
  }

  /** When something of them may be due. */
  moments(): (number | null)[] {
    return this.all().flatMap(({ nextDueAt, claimAgainAt, tally }) => [
      claimAgainAt,
      tally.counts.deferred > 0 ? nextDueAt : null,
    ]);
  }
}
