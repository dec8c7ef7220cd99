import { sendLimits } from "../../../contract/limits/sending.ts";
import type { MailedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { Time } from "../../core/clock.ts";
import type { LaneCampaign } from "./laneDeps.ts";
import type { Outcomes } from "./Outcomes.ts";
import type { ReadyMail, ReadyMails } from "./ReadyMails.ts";

type Options = {
  ready: ReadyMails;
  outcomes: Outcomes;
  clock: Time;
  /** Whether mails of a campaign may go at this moment. */
  mayGo(campaign: LaneCampaign, now: number): boolean;
  /** How many connections there are, and how many more are free now. */
  connections: number;
  free(): number;
  send(mail: ReadyMail & { found: MailedDelivery }): void;
  /** Called when there may be something else for the lane to do. */
  wake(): void;
};

/** Hands claimed mails over to the sender as connections become free, also while the lane's commits are under way. */
export class HandOver {
  readonly #options: Options;
  #isGathering = false;
  /** How many checks are under way. */
  #looks = 0;
  /** About how long a check takes. */
  #lookMs = 0;
  /** Why no mail could be handed over. No further one is until the lane has dealt with this. */
  fault: { error: unknown } | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  begin(): void {
    if (this.#isGathering || !this.#mayLook()) return;
    this.#isGathering = true;
    this.#gather()
      .catch((error) => this.#failed(error))
      .finally(() => {
        this.#isGathering = false;
        // Whatever came free since.
        this.begin();
      });
  }

  /** Connections that become free in the same turn are served together. */
  async #gather(): Promise<void> {
    const { ready, clock, free } = this.#options;
    await clock.turn();
    this.putBack();
    if (!this.#mayLook()) return;
    this.#looks += 1;
    void this.#lookAndSend(Math.min(free(), ready.waitingCount))
      .catch((error) => this.#failed(error))
      .finally(() => {
        this.#looks -= 1;
        this.begin();
      });
  }

  #mayLook(): boolean {
    const { ready, free } = this.#options;
    return ready.waitingCount > 0 && this.fault === null && free() >= this.#freeMin();
  }

  /**
   * For how many connections a look is worth it beside one that is under way. If the database is near, those that become free
   * meanwhile are served together, up to a share of all: a mail's look costs less so. Far away they would stand idle for a whole look.
   */
  #freeMin(): number {
    if (this.#looks === 0 || this.#lookMs >= sendLimits.farLookMs) return 1;
    return Math.ceil(this.#options.connections * sendLimits.nearLookShare);
  }

  async #lookAndSend(count: number): Promise<void> {
    const { ready, outcomes, clock, send, wake } = this.#options;
    const askedMs = clock.steadyMs();
    const { going, settled, stopped } = await ready.take(count);
    this.#lookMs = (this.#lookMs + clock.steadyMs() - askedMs) / 2;
    outcomes.add(...settled);
    for (const mail of going) send(mail);
    // The check found that these campaigns no longer send.
    for (const campaign of stopped) campaign.isStale = true;
    if (going.length < count) wake();
  }

  #failed(error: unknown): void {
    this.fault = { error };
    this.#options.wake();
  }

  /** Returns to the queue what may not go now, and what has waited so long that other mails may be due. */
  putBack(): void {
    const { ready, outcomes, clock, mayGo } = this.#options;
    const now = clock.now();
    const staleMs = clock.steadyMs() - sendLimits.readyMs;
    // Mails of a campaign stand next to each other, so it is asked about once for all of them.
    let asked: LaneCampaign | null = null;
    let may = false;
    outcomes.add(
      ...ready.putBack(({ campaign, claimedMs }: ReadyMail) => {
        if (campaign !== asked) may = mayGo(campaign, now);
        asked = campaign;
        return claimedMs <= staleMs || !may;
      }),
    );
  }
}
