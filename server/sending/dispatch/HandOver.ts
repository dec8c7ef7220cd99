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
  /** How many more connections are free now. */
  free(): number;
  send(mail: ReadyMail & { found: MailedDelivery }): void;
  /** Called when there may be something else for the lane to do. */
  wake(): void;
};

/** Hands claimed mails over to the sender as connections become free, also while the lane's commits are under way. */
export class HandOver {
  readonly #options: Options;
  #isGathering = false;
  /** About how long a check takes. */
  #lookMs = 0;
  /** Why no mail could be handed over. No further one is until the lane has dealt with this. */
  fault: { error: unknown } | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  begin(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#beginReady()
      .catch((error) => this.#failed(error))
      .finally(() => {
        this.#isGathering = false;
      });
  }

  async #beginReady(): Promise<void> {
    const { ready, clock, free } = this.#options;
    while (ready.size > 0 && this.fault === null) {
      // Connections that become free in the same turn are served together.
      await clock.turn();
      this.putBack();
      const count = Math.min(free(), ready.waitingCount);
      if (count <= 0) return;
      const looked = this.#lookAndSend(count);
      // If the database is near, connections that become free meanwhile are served together. Far away they would stand
      // idle for a whole check.
      if (this.#lookMs < sendLimits.farLookMs) await looked;
      else void looked.then(() => this.begin()).catch((error) => this.#failed(error));
    }
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
