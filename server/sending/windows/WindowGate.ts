import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import { closesAt, nextOpening } from "./sendWindow.ts";

/** When the mails of a part of a campaign may be sent. */
export type Hours = Pick<CampaignRow, "window" | "zone" | "spread">;

/** For a window without a time zone; every part is given one when it is created. */
const noZone = "UTC";

/**
 * Tells a lane when one part's mails may be sent: never outside its window, and spread evenly over it if that was
 * chosen. What was computed is valid until the window opens or closes, so that no mail needs calendar arithmetic.
 */
export class WindowGate {
  #hours: Hours | null = null;
  #fromAt = Number.POSITIVE_INFINITY;
  /** When it opens or closes next. */
  #untilAt = Number.NEGATIVE_INFINITY;
  #isOpen = true;
  #nextAt = Number.NEGATIVE_INFINITY;
  #gapMs = 0;

  /** When the closed window opens; null if mails may be sent now. */
  opensAt(hours: Hours, now: number): number | null {
    if (hours.window === null) return null;
    this.#look(hours, now);
    return this.#isOpen ? null : this.#untilAt;
  }

  /** When the next mail may be claimed; null if it may be now. */
  nextAt(hours: Hours, now: number): number | null {
    const opensAt = this.opensAt(hours, now);
    if (opensAt !== null) return opensAt;
    return isSpread(hours) && this.#nextAt > now ? this.#nextAt : null;
  }

  /** How many of the mails that are left may be claimed at once: if they are spread, those of the next few moments. */
  countMax(hours: Hours, { now, left }: { now: number; left: number }): number {
    this.#gapMs = isSpread(hours) ? evenGapMs({ now, closesAt: this.#untilAt, left }) : 0;
    if (this.#gapMs === 0) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor(sendLimits.claimAheadMs / this.#gapMs));
  }

  /** To be called with the number of mails that were claimed. */
  claimed(count: number, now: number): void {
    if (count > 0) this.#nextAt = now + count * this.#gapMs;
  }

  #look(hours: Hours, now: number): void {
    // A row that was read again nearly always has the same hours.
    if (this.#hours === null || (hours !== this.#hours && !sameHours(hours, this.#hours))) {
      this.#fromAt = Number.POSITIVE_INFINITY;
      this.#nextAt = Number.NEGATIVE_INFINITY;
    }
    this.#hours = hours;
    const { window, zone } = hours;
    if (window === null || (this.#fromAt <= now && now < this.#untilAt)) return;
    const opensAt = nextOpening(window, zone ?? noZone, now);
    this.#isOpen = opensAt === now;
    this.#fromAt = now;
    const changesAt = this.#isOpen ? closesAt(window, zone ?? noZone, now) : opensAt;
    this.#untilAt = changesAt ?? Number.POSITIVE_INFINITY;
  }
}

function isSpread({ window, spread }: Hours): boolean {
  return window !== null && spread === "even";
}

/** The first moment at or after `at` at which a part's mails may go; null if they never may. */
export function opensFrom({ window, zone }: Hours, at: number): number | null {
  return window === null ? at : nextOpening(window, zone ?? noZone, at);
}

/** What a part whose window is closed waits for; null if it is open. */
export function windowWaiting(hours: Hours, now: number) {
  const opensAt = opensFrom(hours, now);
  return opensAt === now ? null : { reason: reason("window_closed"), nextAt: opensAt };
}

export function hoursOf({ window, zone, spread }: Hours): Hours {
  return { window, zone, spread };
}

/** Whether two rows have the same hours. */
export function sameHours(one: Hours, other: Hours): boolean {
  return hoursKey(one) === hoursKey(other);
}

function hoursKey({ window, zone, spread }: Hours): string {
  return window === null ? "" : JSON.stringify([window.days, window.from, window.to, zone, spread]);
}

/**
 * The wait between two mails, in milliseconds, with which the mails that are left fill the rest of the window and the
 * last one is still within it. It is computed again with every claim, so that time lost to a restart or a busy server is
 * made up over the rest. A window that never closes has nothing to fill, and its mails do not wait for each other.
 */
export function evenGapMs({ now, closesAt, left }: { now: number; closesAt: number; left: number }): number {
  if (closesAt === Number.POSITIVE_INFINITY) return 0;
  return Math.max(0, Math.floor((closesAt - now) / Math.max(1, left)));
}
