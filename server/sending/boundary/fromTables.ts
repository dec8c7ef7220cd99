import { socketLimits } from "../../../contract/limits/socket.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Shared } from "../../../db/database.ts";
import type { CredentialStore } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { AccountLeaseStore } from "../../../db/stores/sending/accountLeases.ts";
import type { Clock } from "../../core/clock.ts";
import type { UnnumberedMessage } from "../../realtime/hub.ts";
import { pausedWaiting, progressMessage, type Tally, type Waiting, waitingOf } from "../dispatch/tally.ts";
import type { Counted, SendingPort } from "./port.ts";

type Parts = {
  ledger: Pick<Ledger, "countsOf" | "failedEmails" | "nextDueAt">;
  credentials: Pick<CredentialStore, "byIds">;
  /** Where senders in other processes note why a lane of theirs waits. */
  leases?: Pick<AccountLeaseStore, "waitingsOf" | "hasSender">;
  /** Whether these could note anything just now. */
  shared?: Pick<Shared, "takesWrites"> | null;
  clock: Clock;
};

/** What the tables alone say of campaigns: the answers where nobody in reach knows more. */
export function fromTables({
  ledger,
  credentials,
  leases,
  shared = null,
  clock,
}: Parts): Pick<SendingPort, "waitingsOf" | "progressOf"> {
  async function tallyOf({ campaign, counts }: Counted): Promise<Tally> {
    if (counts.failed === 0) return { counts, failedEmails: [] };
    const key = { workspaceId: campaign.workspaceId, campaignId: campaign.id };
    const countMax = socketLimits.failedEmailsShown;
    return { counts, failedEmails: await ledger.failedEmails({ ...key, countMax }) };
  }

  /** Why accounts of these campaigns do not send, as their rows say. */
  async function restsOf(rows: readonly CampaignRow[]): Promise<Map<string, Waiting>> {
    const ids = new Set(rows.filter(({ state }) => state === "running").map((row) => row.credentialId));
    const accounts = ids.size === 0 ? [] : await credentials.byIds([...ids]);
    return new Map([
      ...(ids.size === 0 || leases === undefined ? [] : await notedOf([...ids], leases)),
      ...accounts
        .filter(({ paused }) => paused)
        .map(({ id, pausedReason, pausedUntil }): [string, Waiting] => [
          id,
          { reason: pausedReason ?? reason("account_paused"), nextAt: pausedUntil },
        ]),
    ]);
  }

  /** What a sender noted of an account says nothing once there is none. */
  async function notedOf(
    ids: readonly string[],
    { hasSender, waitingsOf: noted }: NonNullable<Parts["leases"]>,
  ): Promise<[string, Waiting][]> {
    const all = (code: "no_sender" | "database_busy") =>
      ids.map((id): [string, Waiting] => [id, { reason: reason(code), nextAt: null }]);
    if (shared !== null && !(await shared.takesWrites())) return all("database_busy");
    if (!(await hasSender())) return all("no_sender");
    return [...((await noted(ids)) as Map<string, Waiting>)];
  }

  async function waitingIn(row: CampaignRow, rest: Waiting | null, known?: Tally): Promise<Waiting | null> {
    if (row.state !== "running") return pausedWaiting(row);
    if (rest !== null && row.window === null) return rest;
    const { id: campaignId, workspaceId } = row;
    const tally = known ?? { counts: await ledger.countsOf(campaignId), failedEmails: [] };
    const nextDueAt =
      tally.counts.deferred === 0 ? null : await ledger.nextDueAt({ workspaceId, campaignId });
    return waitingOf({ row, tally, nextDueAt }, rest, clock.now());
  }

  return {
    async waitingsOf(rows) {
      const rests = await restsOf(rows);
      return Promise.all(rows.map((row) => waitingIn(row, rests.get(row.credentialId) ?? null)));
    },

    async progressOf(all): Promise<UnnumberedMessage[]> {
      const rests = await restsOf(all.map(({ campaign }) => campaign));
      return Promise.all(
        all.map(async (one) => {
          const tally = await tallyOf(one);
          const { campaign } = one;
          const waiting = await waitingIn(campaign, rests.get(campaign.credentialId) ?? null, tally);
          return progressMessage({ campaign, tally, waiting });
        }),
      );
    },
  };
}
