import type { Database } from "../../../db/database.ts";
import { createLedger, type Ledger } from "../../../db/stores/campaigns/ledger.ts";
import { createSuppressionStore } from "../../../db/stores/leads/suppressions.ts";
import type { LaneCampaign } from "../../../server/sending/dispatch/laneDeps.ts";
import { ReadyMails } from "../../../server/sending/dispatch/ReadyMails.ts";
import { WindowGate } from "../../../server/sending/windows/WindowGate.ts";
import { campaignRow, leadRow } from "./sendingRows.ts";

const claim = { workspaceId: "ada", campaignId: "campaign", credentialId: "account", now: 10, bucketAt: 0 };
export const campaign: LaneCampaign = {
  row: campaignRow({ total: 6 }),
  gate: new WindowGate(),
} as LaneCampaign;
export const hashOf = (email: string): string => `hash of ${email}`;

/** Six mails of a campaign, to d0, d1 …, that a lane has claimed and not begun; or as many as are asked for. */
export async function claimedMails(
  database: Database,
  ledger: Ledger = createLedger(database),
  count: number = campaign.row.total,
): Promise<ReadyMails> {
  const { tables } = database;
  const numbers = Array.from({ length: count }, (_, nth) => nth);
  await database.atomically((write) => ({
    campaign: write.insert(tables.campaigns).values(campaign.row),
    leads: write
      .insert(tables.leads)
      .values(
        numbers.map((n) =>
          leadRow(`l${n}`, `${n}@in.test`, { firstName: "Old", emailHash: hashOf(`${n}@in.test`) }),
        ),
      ),
    deliveries: write.insert(tables.deliveries).values(
      numbers.map((n) => ({
        id: `d${n}`,
        campaignId: "campaign",
        workspaceId: "ada",
        leadId: `l${n}`,
        email: `${n}@in.test`,
        state: "queued" as const,
        attempts: 0,
        dueAt: n,
      })),
    ),
  }));
  const suppressions = createSuppressionStore(database);
  const ready = new ReadyMails({
    ledger,
    credential: { id: "account", workspaceId: "ada" },
    clock: { now: () => 10 },
    async suppressedAmong(workspaceId, emails) {
      const found = await suppressions.suppressedAmong(workspaceId, emails.map(hashOf));
      return new Map(
        emails.flatMap((email) => {
          const why = found.get(hashOf(email));
          return why === undefined ? [] : [[email, why] as const];
        }),
      );
    },
  });
  const rows = await createLedger(database).settleAndClaim([], {
    ...claim,
    now: Math.max(claim.now, count),
    countMax: count,
  });
  const booking = { credentialId: "account", bucketAt: 0 };
  const inOrder = rows.toSorted((a, b) => a.id.localeCompare(b.id));
  ready.add(inOrder.map((delivery) => ({ delivery, campaign, booking, claimedAt: 10, claimedMs: 0 })));
  return ready;
}
