import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { csvLines } from "../../contract/imports/csvLines.ts";
import { accountLimits } from "../../contract/limits/identity.ts";
import { reasonIn } from "../../db/stores/campaigns/deliveryReason.ts";
import { createKindSuppressionStore } from "../../db/stores/campaigns/transactional/kindSuppressions.ts";
import { createMailLogStore } from "../../db/stores/campaigns/transactional/mailLog.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { byteOrderMark, inBatches, instant } from "./exportedTables.ts";

const countMax = accountLimits.exportBatch;
const noFilter = { kind: null, state: null, email: null, since: null, until: null };

/** The log of transactional mails, the newest first. */
export async function* exportedMails({ database }: Core, workspaceId: WorkspaceId): AsyncGenerator<string> {
  const store = createMailLogStore(database);
  yield byteOrderMark +
    csvLines([["id", "kind", "email", "name", "subject", "state", "reason", "createdAt", "sentAt"]]);
  const batches = inBatches(
    (beforeId) => store.pageOf({ workspaceId, ...noFilter, beforeId: beforeId || null, countMax }),
    (row) => row.mail.id,
  );
  for await (const rows of batches)
    yield csvLines(
      rows.map(({ mail, subject, delivery }) => {
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
      }),
    );
}

export async function* exportedKindSuppressions(
  { database }: Core,
  workspaceId: WorkspaceId,
): AsyncGenerator<string> {
  const store = createKindSuppressionStore(database);
  yield byteOrderMark + csvLines([["emailHash", "kind", "cause", "createdAt"]]);
  const batches = inBatches(
    (beforeId) =>
      store.pageOf({ workspaceId, kind: null, emailHash: null, beforeId: beforeId || null, countMax }),
    (row) => row.id,
  );
  for await (const rows of batches)
    yield csvLines(
      rows.map(({ emailHash, kind, cause, createdAt }) => [emailHash, kind, cause, instant(createdAt)]),
    );
}
