import { minuteMs, secondMs } from "../../../contract/limits/units.ts";
import type { PlanContent, SendWindow } from "../../../contract/schemas/campaignPlan.ts";
import type { LedgerFile } from "./ledgerFile.ts";

/** What the wall of a zone shows, as `Intl` knows it. */
const formats = new Map<string, Intl.DateTimeFormat>();
function shownAt(zone: string, at: number): { day: number; time: string } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(zone, format);
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = 1 + ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(part.weekday ?? "");
  return { day, time: `${part.hour}:${part.minute}` };
}

export function isShownIn({ days, from, to }: SendWindow, zone: string, at: number): boolean {
  const { day, time } = shownAt(zone, at);
  return days.includes(day) && from <= time && time < to;
}

/** How much later than the look at its window a mail may begin. */
const slackMs = 2 * secondMs;

type Part = {
  planId: string | null;
  step: number;
  leadId: string;
  window: string | null;
  zone: string | null;
  content: string | null;
};

/** What a witness knows of sequences by itself: who had which step when. */
export class SequenceWitness {
  readonly #file: LedgerFile;
  readonly #taken = new Map<string, { deliveryId: string; atMs: number }>();
  /** Every mail that was taken, by the steady clock. */
  readonly taken: { deliveryId: string; leadId: string; step: number; zone: string; atMs: number }[] = [];
  readonly #latest = new Map<string, { step: number; atMs: number }>();

  constructor(file: LedgerFile) {
    this.#file = file;
  }

  #partOf(deliveryId: string): Part | null {
    return (
      this.#file.client
        .prepare<Part>(
          `SELECT campaigns."planId", campaigns.step, deliveries."leadId", campaigns.window, campaigns.zone, plans.content
         FROM deliveries JOIN campaigns ON campaigns.id = deliveries."campaignId"
         LEFT JOIN "campaignPlans" AS plans ON plans.id = campaigns."planId" WHERE deliveries.id = ?`,
        )
        .get(deliveryId) ?? null
    );
  }

  /** What is wrong with a mail that begins; `clock` is its sender's, `steady` nobody's. */
  begun(deliveryId: string, { clock, steadyMs }: { clock: number; steadyMs: number | null }): string | null {
    const part = this.#partOf(deliveryId);
    if (part === null) return null;
    const window = part.window === null ? null : (JSON.parse(part.window) as SendWindow);
    const zone = part.zone ?? "UTC";
    if (window !== null && !isShownIn(window, zone, clock) && !isShownIn(window, zone, clock - slackMs))
      return `${deliveryId} begins outside of ${part.window} in ${zone}, at ${JSON.stringify(shownAt(zone, clock))}`;
    const before = this.#latest.get(`${part.planId} ${part.leadId}`);
    if (steadyMs === null || before === undefined || part.content === null || before.step >= part.step)
      return null;
    const { steps } = JSON.parse(part.content) as Pick<PlanContent, "steps">;
    const delays = steps
      .slice(before.step + 1, part.step + 1)
      .map(({ delayMinutes }) => delayMinutes * minuteMs);
    const earliest = before.atMs + delays.reduce((sum, delay) => sum + delay, 0);
    return steadyMs >= earliest - slackMs
      ? null
      : `${deliveryId} begins ${earliest - steadyMs} ms before its time`;
  }

  /** What is wrong with a mail that was taken. */
  accepted(deliveryId: string, atMs: number): string | null {
    const part = this.#partOf(deliveryId);
    if (part === null || part.planId === null) return null;
    const key = `${part.planId} ${part.step} ${part.leadId}`;
    const other = this.#taken.get(key);
    if (other !== undefined && other.deliveryId !== deliveryId)
      return `${part.leadId} has step ${part.step} of ${part.planId} by ${other.deliveryId} and by ${deliveryId}`;
    this.#taken.set(key, { deliveryId, atMs });
    this.taken.push({ deliveryId, leadId: part.leadId, step: part.step, zone: part.zone ?? "", atMs });
    this.#latest.set(`${part.planId} ${part.leadId}`, { step: part.step, atMs });
    return null;
  }
}
