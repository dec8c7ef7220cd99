import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";
import type { OpenMail } from "../../../db/stores/sending/mailJournal.ts";

/** What becomes of the mails that an account's last holder left open, in batches. A person decides about those in doubt. */
export function openMailSettlements(
  open: ReadonlyMap<string, OpenMail>,
  { credentialId, now }: { credentialId: string; now: number },
): Settlement[][] {
  const settled = [...open].map(([id, { said, bucketAt }]): Settlement => {
    const of = { id, leadId: "" };
    if (said === "in doubt") return { ...of, state: "uncertain", reason: reason("interrupted"), at: now };
    if (typeof said === "object")
      return { ...of, state: "sent", reason: reason("accepted"), sentAt: said.takenAt };
    return { ...of, state: "queued", unspent: bucketAt === null ? undefined : { credentialId, bucketAt } };
  });
  return Array.from({ length: Math.ceil(settled.length / sendLimits.claimMax) }, (_, nth) =>
    settled.slice(nth * sendLimits.claimMax, (nth + 1) * sendLimits.claimMax),
  );
}
