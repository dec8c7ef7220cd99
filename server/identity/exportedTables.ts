import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { csvLines } from "../../contract/imports/csvLines.ts";
import { fieldCells } from "../../contract/leads/fieldText.ts";
import { accountLimits } from "../../contract/limits/identity.ts";
import { reasonIn } from "../../db/stores/campaigns/deliveryReason.ts";
import type { ExportStore } from "../../db/stores/identity/exports.ts";
import { type ResponseStore, unanswered } from "../../db/stores/inbound/responses.ts";
import { createRequestStore } from "../../db/stores/keys/requests.ts";
import type { ClickStore } from "../../db/stores/tracking/clicks.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";

const countMax = accountLimits.exportBatch;
/** Without it spreadsheet programs take UTF-8 for something older. */
export const byteOrderMark = "\ufeff";

/** A moment for people and programs alike (RFC 3339), or nothing. */
export function instant(timeMs: number | null): string {
  return timeMs === null ? "" : new Date(timeMs).toISOString();
}

/** Reads batch after batch; between two of them other requests have their turn. */
export async function* inBatches<Row>(
  read: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let after = "";
  for (;;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(last);
    await yieldToOthers();
  }
}

/** The same, row by row. */
export async function* rowByRow<Row>(
  read: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for await (const rows of inBatches(read, keyOf)) yield* rows;
}

type TableFile<Row> = {
  columns: readonly string[];
  read(after: string): Promise<Row[]>;
  keyOf(row: Row): string;
  cellsOf(row: Row): readonly string[];
};

/** A table as a file: the names of its columns, then its rows, batch by batch. */
export async function* tableFile<Row>({ columns, read, keyOf, cellsOf }: TableFile<Row>) {
  yield byteOrderMark + csvLines([columns]);
  for await (const rows of inBatches(read, keyOf)) yield csvLines(rows.map(cellsOf));
}

export async function* exportedCollections(
  store: ExportStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<string> {
  const rows = await store.collectionsOf(workspaceId);
  // Segments, campaigns and keys name them by their ids.
  yield byteOrderMark + csvLines([["name", "createdAt", "_id"]]);
  yield csvLines(rows.map(({ id, name, createdAt }) => [name, instant(createdAt), id]));
}

export async function* exportedLeads(store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<string> {
  const nameById = new Map((await store.collectionsOf(workspaceId)).map(({ id, name }) => [id, name]));
  const fields = await store.customFieldsOf(workspaceId);
  yield byteOrderMark + csvLines([[...leadColumns, ...fields.map(({ key }) => key)]]);
  let afterId = "";
  const batches = inBatches(
    (after) => store.leadBatch({ workspaceId, afterId: after, countMax }),
    (row) => row.id,
  );
  for await (const rows of batches) {
    const lastId = rows.at(-1)?.id ?? afterId;
    const pairs = await store.membershipsOf({
      workspaceId,
      collectionIds: [...nameById.keys()],
      afterId,
      lastId,
    });
    const names = Map.groupBy(pairs, (pair) => pair.leadId);
    afterId = lastId;
    yield csvLines(
      rows.map((row) => [
        row.id,
        row.firstName,
        row.lastName,
        row.email,
        row.phone,
        (names.get(row.id) ?? []).map((pair) => nameById.get(pair.collectionId) ?? "").join("; "),
        row.optout ? "yes" : "no",
        String(row.emailCount),
        String(row.openedCount),
        instant(row.createdAt),
        instant(row.updatedAt),
        row.consent,
        instant(row.consentAt),
        row.consentHow ?? "",
        row.consentBy ?? "",
        ...fieldCells(row.fields, fields),
      ]),
    );
  }
}

export const exportedNotes = (store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<string> =>
  tableFile({
    columns: ["_id", "leadId", "authorId", "text", "createdAt"],
    read: (afterId) => store.noteBatch({ workspaceId, afterId, countMax }),
    keyOf: (row) => row.id,
    cellsOf: ({ id, leadId, authorId, text, createdAt }) => [id, leadId, authorId, text, instant(createdAt)],
  });

export async function* exportedFields(store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([["key", "label", "kind", "choices", "createdAt", "_id", "choiceIds"]]);
  const rows = await store.customFieldsOf(workspaceId);
  yield csvLines(
    rows.map(({ id, key, label, kind, choices, createdAt }) => [
      key,
      label,
      kind,
      choices.map(({ name }) => name).join("; "),
      instant(createdAt),
      // Segments and campaigns name both by these.
      id,
      choices.map((choice) => choice.id).join("; "),
    ]),
  );
}

const leadColumns = [
  "_id",
  "firstName",
  "lastName",
  "email",
  "phone",
  "collection",
  "optout",
  "emailCount",
  "openedCount",
  "createdAt",
  "updatedAt",
  "consent",
  "consentAt",
  "consentHow",
  "consentBy",
];

type AnsweredDeliveries = { rows: ExportStore; responses: Pick<ResponseStore, "ofDeliveries"> };

export async function* exportedDeliveries(
  { rows: store, responses }: AnsweredDeliveries,
  workspaceId: WorkspaceId,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([deliveryColumns]);
  const campaigns = inBatches(
    (afterId) => store.campaignIdBatch({ workspaceId, afterId, countMax }),
    (row) => row.id,
  );
  for await (const batch of campaigns)
    for (const { id: campaignId } of batch) {
      const rows = inBatches(
        (afterLeadId) => store.deliveryBatch({ workspaceId, campaignId, afterLeadId, countMax }),
        (row) => row.leadId,
      );
      for await (const some of rows) {
        const ids = some.map(({ id }) => id);
        const answered = await responses.ofDeliveries(workspaceId, ids);
        yield csvLines(
          some.map((row) => {
            const { repliedAt, complainedAt } = answered.get(row.id) ?? unanswered;
            return [
              row.id,
              row.campaignId,
              row.leadId,
              row.email,
              row.state,
              reasonText(row),
              row.reasonCode ?? "",
              String(row.attempts),
              ...[row.sentAt, row.openedAt, row.clickedAt, repliedAt, complainedAt].map(instant),
            ];
          }),
        );
      }
    }
}

function reasonText(row: Parameters<typeof reasonIn>[0]): string {
  const cause = reasonIn(row);
  return cause === null ? "" : inWords(cause);
}

const deliveryColumns = [
  "_id",
  "campaignId",
  "leadId",
  "email",
  "state",
  "reason",
  "reasonCode",
  "attempts",
  "sentAt",
  "openedAt",
  "clickedAt",
  "repliedAt",
  "complainedAt",
];

export async function* exportedClicks(store: ClickStore, workspaceId: WorkspaceId): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([clickColumns]);
  let after = { linkId: "", deliveryId: "" };
  for (;;) {
    const rows = await store.batchOf({ workspaceId, after, countMax });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield csvLines(
      rows.map((row) => [
        row.campaignId,
        row.deliveryId,
        row.url,
        instant(row.firstAt),
        instant(row.lastAt),
        String(row.clicks),
        String(row.machineClicks),
      ]),
    );
    after = last;
    await yieldToOthers();
  }
}

const clickColumns = ["campaignId", "deliveryId", "link", "firstAt", "lastAt", "clicks", "machineClicks"];

export const exportedDenials = (store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<string> =>
  tableFile({
    columns: ["emailHash", "deniedAt", "how"],
    read: (afterHash) => store.denialBatch({ workspaceId, afterHash, countMax }),
    keyOf: (row) => row.emailHash,
    cellsOf: ({ emailHash, deniedAt, how }) => [emailHash, instant(deniedAt), how],
  });

export const exportedSuppressions = (store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<string> =>
  tableFile({
    columns: ["emailHash", "source", "createdAt", "ownerAt"],
    read: (afterHash) => store.suppressionBatch({ workspaceId, afterHash, countMax }),
    keyOf: (row) => row.emailHash,
    cellsOf: ({ emailHash, source, createdAt, ownerAt }) => [
      emailHash,
      source,
      instant(createdAt),
      instant(ownerAt),
    ],
  });

/** Addresses from which mails came back: how often, when the latest did, and what their server said of it. */
export const exportedBounces = (store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<string> =>
  tableFile({
    columns: ["emailHash", "count", "at", "forGoodAt", "words"],
    read: (afterHash) => store.bounceBatch({ workspaceId, afterHash, countMax }),
    keyOf: (row) => row.emailHash,
    cellsOf: ({ emailHash, count, at, forGoodAt, words }) => [
      emailHash,
      String(count),
      instant(at),
      instant(forGoodAt),
      words,
    ],
  });

/** Who left by a mail, why as far as they said it, and who came back. */
export const exportedOptouts = (store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<string> =>
  tableFile({
    columns: ["_id", "emailHash", "leadId", "campaignId", "createdAt", "reason", "words", "returnedAt"],
    read: (afterId) => store.optoutBatch({ workspaceId, afterId, countMax }),
    keyOf: (row) => row.id,
    cellsOf: (row) => [
      row.id,
      row.emailHash,
      row.leadId,
      row.campaignId,
      instant(row.createdAt),
      row.reason ?? "",
      row.words ?? "",
      instant(row.returnedAt),
    ],
  });

/** What the workspace's keys called in the last days. */
export function exportedRequests(
  { database }: Pick<Core, "database">,
  workspaceId: WorkspaceId,
): AsyncGenerator<string> {
  const store = createRequestStore(database);
  const filters = { workspaceId, keyId: null, status: null, method: null, path: null, since: 0, countMax };
  return tableFile({
    columns: ["_id", "keyId", "at", "method", "path", "status", "tookMs", "address"],
    read: (after) => store.page({ ...filters, before: after || null }),
    keyOf: (row) => row.id,
    cellsOf: (row) => [
      row.id,
      row.keyId,
      instant(row.at),
      row.method,
      row.path,
      String(row.status),
      String(row.tookMs),
      row.address,
    ],
  });
}

export async function* exportedImportChanges(
  store: ExportStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<string> {
  const fields = await store.customFieldsOf(workspaceId);
  yield byteOrderMark +
    csvLines([["importId", "leadId", "firstName", "lastName", "phone", ...fields.map(({ key }) => key)]]);
  const imports = inBatches(
    (afterId) => store.importBatch({ workspaceId, afterId, countMax }),
    (row) => row.id,
  );
  for await (const batch of imports)
    for (const { id: importId } of batch) {
      const rows = inBatches(
        (after) => store.importChangeBatch({ workspaceId, importId, afterPosition: Number(after), countMax }),
        (row) => String(row.position),
      );
      for await (const some of rows)
        yield csvLines(
          some.map((row) => [
            importId,
            row.leadId,
            row.firstName,
            row.lastName,
            row.phone,
            ...fieldCells(row.fields, fields),
          ]),
        );
    }
}
