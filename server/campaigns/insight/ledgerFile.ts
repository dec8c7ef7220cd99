import { variantLetter } from "../../../contract/campaigns/variantLetter.ts";
import type { Scope } from "../../../contract/identity/scope.ts";
import { insightLimits } from "../../../contract/limits/insight.ts";
import { withFallbacks } from "../../../contract/mergeFields.ts";
import { reasonIn } from "../../../db/stores/campaigns/deliveryReason.ts";
import type { CampaignPart } from "../../../db/stores/campaigns/insight/parts.ts";
import type { ExportStore } from "../../../db/stores/identity/exports.ts";
import { type ResponseStore, unanswered } from "../../../db/stores/inbound/responses.ts";
import { inWords } from "../../core/inWords.ts";
import { yieldToOthers } from "../../core/yieldToOthers.ts";
import { campaignSenderText } from "../../sending/campaignSender.ts";
import { csvStream } from "../../sheets/csvStream.ts";

const titles = [
  "Email",
  "State",
  "Reason or reply",
  "Cause",
  "Tries",
  "Sent",
  "Opened",
  "Clicked",
  "Mail",
  "Variant",
  "Subject",
  "Account",
  "Replied",
  "Complained",
  "First tried",
];

/** The whole ledger of a campaign as a file, written while it is being read. */
export function ledgerFile(stores: Stores, { workspaceId }: Scope, parts: readonly CampaignPart[]): Response {
  return new Response(csvStream(rowsOf(stores, workspaceId, parts)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="deliveries.csv"',
    },
  });
}

type Stores = { exports: ExportStore; responses: Pick<ResponseStore, "ofDeliveries"> };

async function* rowsOf(
  { exports, responses }: Stores,
  workspaceId: Scope["workspaceId"],
  parts: readonly CampaignPart[],
): AsyncGenerator<string[][]> {
  yield [titles];
  const countMax = insightLimits.exportBatch;
  for (const whole of parts) {
    const { row: part, step } = whole;
    const mail = [
      String(step + 1),
      letterOf(whole, parts),
      withFallbacks(part.subject),
      campaignSenderText(part),
    ];
    let afterLeadId = "";
    for (;;) {
      const rows = await exports.deliveryBatch({ workspaceId, campaignId: part.id, afterLeadId, countMax });
      const responded = await responses.ofDeliveries(
        workspaceId,
        rows.map(({ id }) => id),
      );
      if (rows.length > 0)
        yield rows.map((row) => {
          const cause = reasonIn(row);
          const { repliedAt, complainedAt } = responded.get(row.id) ?? unanswered;
          return [
            row.email,
            row.state,
            cause === null ? "" : inWords(cause),
            row.reasonCode ?? "",
            String(row.attempts),
            instant(row.sentAt),
            instant(row.openedAt),
            instant(row.clickedAt),
            ...mail,
            instant(repliedAt),
            instant(complainedAt),
            instant(row.firstTriedAt),
          ];
        });
      if (rows.length < countMax) break;
      afterLeadId = rows.at(-1)?.leadId ?? "";
      await yieldToOthers();
    }
  }
}

/** The letter of its variant, as the page has it; nothing where its mail is the same for all, or is still to be chosen. */
function letterOf({ step, variantId }: CampaignPart, parts: readonly CampaignPart[]): string {
  const variants = new Set(parts.filter((part) => part.step === step).map((part) => part.variantId));
  variants.delete(null);
  return variants.size > 1 && variantId !== null ? variantLetter([...variants].indexOf(variantId)) : "";
}

/** A moment for people and programs alike (RFC 3339), or nothing. */
function instant(timeMs: number | null): string {
  return timeMs === null ? "" : new Date(timeMs).toISOString();
}
