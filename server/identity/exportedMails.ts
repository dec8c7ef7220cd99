import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { accountLimits } from "../../contract/limits/identity.ts";
import { reasonIn } from "../../db/stores/campaigns/deliveryReason.ts";
import { createKindSuppressionStore } from "../../db/stores/campaigns/transactional/kindSuppressions.ts";
import { createMailLogStore } from "../../db/stores/campaigns/transactional/mailLog.ts";
import type { ExportStore } from "../../db/stores/identity/exports.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { instant, tableFile } from "./exportedTables.ts";

const countMax = accountLimits.exportBatch;
const noFilter = { kind: null, state: null, email: null, since: null, until: null };

/** The log of transactional mails, the newest first. */
export function exportedMails({ database }: Core, workspaceId: WorkspaceId): AsyncGenerator<string> {
  const store = createMailLogStore(database);
  return tableFile({
    columns: ["id", "kind", "email", "name", "subject", "state", "reason", "createdAt", "sentAt"],
    read: (beforeId) => store.pageOf({ workspaceId, ...noFilter, beforeId: beforeId || null, countMax }),
    keyOf: (row) => row.mail.id,
    cellsOf: ({ mail, subject, delivery }) => {
      const why = reasonIn(delivery);
      return [
        mail.id,
        mail.kind,
        mail.email,
        mail.name,
        subject,
        delivery.state,
        why ? inWords(why) : "",
        instant(mail.createdAt),
        instant(delivery.sentAt),
      ];
    },
  });
}

export function exportedKindSuppressions(
  { database }: Core,
  workspaceId: WorkspaceId,
): AsyncGenerator<string> {
  const store = createKindSuppressionStore(database);
  const filters = { workspaceId, kind: null, emailHash: null, countMax };
  return tableFile({
    columns: ["emailHash", "kind", "cause", "createdAt"],
    read: (beforeId) => store.pageOf({ ...filters, beforeId: beforeId || null }),
    keyOf: (row) => row.id,
    cellsOf: ({ emailHash, kind, cause, createdAt }) => [emailHash, kind, cause, instant(createdAt)],
  });
}

export const exportedSandboxMails = (store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<string> =>
  tableFile({
    columns: ["_id", "to", "from", "subject", "receivedAt"],
    read: (afterId) => store.sandboxMailBatch({ workspaceId, afterId, countMax }),
    keyOf: (row) => row.id,
    cellsOf: (row) => [row.id, row.recipient, row.sender, row.subject, instant(row.receivedAt)],
  });
