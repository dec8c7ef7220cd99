import { leadLimits } from "../../../contract/limits/leads.ts";
import { budgetLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import { type CredentialRow, createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import { createOverflowStore, type WaitingPart } from "../../../db/stores/campaigns/plans/overflows.ts";
import { createPlanActivityStore } from "../../../db/stores/campaigns/plans/planActivity.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { Core } from "../../core/core.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { isOpen } from "../../sending/windows/sendWindow.ts";
import { accountText } from "../plans/campaignAnswer.ts";
import { activityOf } from "../plans/planActivities.ts";
import { contentOf } from "../plans/planAnswer.ts";
import { sendForecast } from "../sendForecast.ts";
import { PartFault } from "./PartFault.ts";
import { createPartMaker } from "./parts.ts";

type Parts = { sender: Pick<SendingPort, "tell"> };

/** Whether an account's day is spent, and what it may still take over just now, beyond what waits for it already. */
type Capacity = { account: CredentialRow; isFull: boolean; free: number };

export type Overflows = ReturnType<typeof createOverflows>;

/**
 * Campaigns whose mails go from another account where one is full. An account whose day is spent while another's is not has
 * to wait longer than that one, so what waits for it goes over, as much as the other has room for. A lead of a sequence
 * stays with the account that its first mail came from, so that of its later ones none goes over.
 */
export function createOverflows(core: Core, { sender }: Parts) {
  const { database, clock } = core;
  const store = createOverflowStore(database);
  const activity = createPlanActivityStore(database);

  /** Some of one part's mails go through another account; answers how many. */
  async function overflow(waiting: WaitingPart, other: Capacity): Promise<number> {
    const { part, plan } = waiting;
    const { step, variantId, zone } = part;
    const content = contentOf(plan, []);
    const of = { step, variantId, credentialId: other.account.id, zone: zone ?? content.zone };
    const to = await createPartMaker(core, plan, content).partFor(of);
    // What a mail says was settled when it was written down, and is another by now.
    if (to.contentVersion !== part.contentVersion) return 0;
    const key = { workspaceId: plan.workspaceId, id: plan.id };
    let moved = 0;
    let grown: CampaignRow | null = null;
    for (let wanted = Math.min(other.free, waiting.queued); wanted > 0; ) {
      const countMax = Math.min(wanted, leadLimits.writeBatch);
      const done = await store.overflow({ key, from: part, to, countMax, now: clock.now() });
      if (done === null) break;
      ({ to: grown } = done);
      moved += done.moved;
      wanted -= done.moved;
    }
    if (grown === null) return 0;
    const done = reason("did_move", { from: part.fromEmail, to: accountText(other.account), mails: moved });
    await activity.add(activityOf(core, { key, by: null, activity: done }));
    const { workspaceId } = plan;
    void sender.tell({ kind: "reread", campaignId: part.id, workspaceId });
    void sender.tell({ kind: "begun", campaignId: grown.id, workspaceId });
    void sender.tell({ kind: "reread", campaignId: grown.id, workspaceId });
    return moved;
  }

  async function spread(parts: readonly WaitingPart[]): Promise<void> {
    const [first] = parts;
    if (first === undefined) return;
    const capacities = await capacitiesOf(core, first.plan);
    for (const waiting of parts)
      for (const other of capacities.values()) {
        const isOther = other.account.id !== waiting.part.credentialId;
        if (!isOther || other.free === 0 || waiting.queued === 0) continue;
        if (!capacities.get(waiting.part.credentialId)?.isFull) break;
        const moved = await overflow(waiting, other);
        waiting.queued -= moved;
        other.free -= moved;
      }
  }

  return {
    /** Looks at every campaign some of whose mails wait. */
    async moveDue(): Promise<void> {
      const now = clock.now();
      const waiting = (await store.waitingParts()).filter(({ part, plan: { kind, content } }) => {
        const mayGo = content.whenFull === "other" && content.accounts.length > 1;
        const isFirst = kind === "once" || part.step === 0;
        // While nothing goes anyway, a day may be over that is spent now.
        const isGoing = part.window === null || isOpen(part.window, part.zone ?? content.zone, now);
        return mayGo && isFirst && isGoing && part.rowMove === null;
      });
      for (const parts of Map.groupBy(waiting, ({ plan }) => plan.id).values())
        try {
          await spread(parts);
        } catch (error) {
          // Its mails wait as they did, and whoever sends says why.
          if (!(error instanceof PartFault)) throw error;
        }
    },
  };
}

/** Of each account that the campaign may go from. */
async function capacitiesOf(
  { database, clock }: Core,
  { workspaceId, content }: WaitingPart["plan"],
): Promise<Map<string, Capacity>> {
  const now = clock.now();
  const all = await createCredentialStore(database).ownedBy(workspaceId);
  const accounts = all.filter(({ id }) => content.accounts.includes(id));
  const ids = accounts.map(({ id }) => id);
  const used = await createUsageStore(database).countsSince(ids, now - budgetLimits.windowMs);
  const waits = await createOverflowStore(database).waitingFor(ids);
  return new Map(
    accounts.map((account) => {
      const { id, paused, pausedUntil, pausedReason } = account;
      const asked = { count: 0, sentToday: used.get(id) ?? 0, now };
      const { leftToday } = sendForecast(account, asked);
      const left = leftToday ?? Number.POSITIVE_INFINITY;
      const restsUntilLater = (pausedUntil ?? 0) > now;
      // Its provider may count what other programs send, too, and knows better than our own count.
      const isFull = left === 0 || (restsUntilLater && pausedReason?.code === "provider_daily_limit");
      const free = paused || restsUntilLater ? 0 : Math.max(0, left - (waits.get(id) ?? 0));
      return [id, { account, isFull, free }];
    }),
  );
}
