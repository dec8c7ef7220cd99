import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import { evenGapMs } from "./evenGap.ts";
import { closesAt, nextOpening } from "./sendWindow.ts";

/** When the mails of a part may go. */
export type Hours = Pick<CampaignRow, "window" | "zone" | "spread">;

/** Whose window has no zone of its own; every part is given one when it is made. */
const noZone = "UTC";

/**
 * When one part's mails may go, on its lane: not outside of its window, and spread over it where that was chosen. What
 * was found out holds until the window opens or closes, so that a mail costs no reckoning with days.
 */
export class WindowGate {
  #hours: Hours | null = null;
  #fromAt = Number.POSITIVE_INFINITY;
  /** Until when it is as it is now: when it closes, or opens. */
  #untilAt = Number.NEGATIVE_INFINITY;
  #isOpen = true;
  #nextAt = Number.NEGATIVE_INFINITY;
  #gapMs = 0;

  /** When it opens that is closed; null where mails may go now. */
  opensAt(hours: Hours, now: number): number | null {
    if (hours.window === null) return null;
    this.#look(hours, now);
    return this.#isOpen ? null : this.#untilAt;
  }

  /** When the next mail may be claimed; null where that is now. */
  nextAt(hours: Hours, now: number): number | null {
    const opensAt = this.opensAt(hours, now);
    if (opensAt !== null) return opensAt;
    return isSpread(hours) && this.#nextAt > now ? this.#nextAt : null;
  }

  /** How many mails may be claimed at once, of so many that are left: with a wait between them, as go within a moment. */
  countMax(hours: Hours, { now, left }: { now: number; left: number }): number {
    this.#gapMs = isSpread(hours) ? evenGapMs({ now, closesAt: this.#untilAt, left }) : 0;
    if (this.#gapMs === 0) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor(sendLimits.claimAheadMs / this.#gapMs));
  }

  /** Of those so many were claimed. */
  claimed(count: number, now: number): void {
    if (count > 0) this.#nextAt = now + count * this.#gapMs;
  }

  #look(hours: Hours, now: number): void {
    // A row that was read anew has the same hours nearly always.
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

/** From when on a part's mails may go at or after a moment; null where they never may. */
export function opensFrom({ window, zone }: Hours, at: number): number | null {
  return window === null ? at : nextOpening(window, zone ?? noZone, at);
}

/** What a part waits for whose window is closed; null where it is open. */
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
