import type { PlannedScope, Scope, WorkspaceId } from "../../contract/identity/scope.ts";
import { saysLeavers } from "../../contract/imports/saysLeavers.ts";
import { unreadIn } from "../../contract/imports/unreadText.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { refused } from "../../contract/refused.ts";
import type { ImportChoice, ImportJob, ImportLook, ImportsQuery } from "../../contract/schemas/imports.ts";
import { createWorkspaceStore } from "../../db/stores/identity/workspaces.ts";
import { createImportStore, type ImportRow, type ImportStore } from "../../db/stores/imports/imports.ts";
import { type CollectionRow, createCollectionStore } from "../../db/stores/leads/collections.ts";
import type { Core } from "../core/core.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createCollectionNames, refuseTooManyCollections } from "../leads/index.ts";
import { sheetRefusals } from "../sheets/refusals.ts";
import { createFileLooks } from "./fileLooks.ts";
import { importAnswer, readingOf } from "./importAnswer.ts";
import { createImportFields } from "./importFields.ts";
import { createImportMaintenance } from "./importMaintenance.ts";
import { createImportRuns, type ImportRuns } from "./importRuns.ts";
import { createSharedFiles } from "./sharedFiles.ts";
import { createFolderFiles, type ImportFiles, uploadsIn } from "./thread/importFiles.ts";
import type { Reading } from "./thread/messages.ts";
import { createUploadQuota } from "./uploadQuota.ts";

type Key = Scope & { id: string };

export type ImportService = ReturnType<typeof createImportService>;

/** Whole files that become leads. */
export function createImportService(core: Core, { jobs }: { jobs: Jobs }) {
  const store = createImportStore(core.database);
  const isShared = core.database.shared !== null;
  const folder = uploadsIn(core.settings.dataFolder);
  const files = isShared ? createSharedFiles(core, folder) : createFolderFiles(folder);
  const runs = createImportRuns({ core, store, files, jobs });
  const parts = { core, store, files, runs };
  return {
    ...looking(parts),
    ...uploading(parts),
    ...steering(parts),
    ...createImportMaintenance(parts),
    handler: runs.handler,
  };
}

type Parts = { core: Core; store: ImportStore; files: ImportFiles; runs: ImportRuns };

async function found({ store }: Pick<Parts, "store">, key: Key): Promise<ImportRow> {
  const row = await store.one(key);
  if (row === null) throw refused("import_not_found");
  return row;
}

function looking(parts: Parts) {
  const { store, files, runs } = parts;
  return {
    /** The newest, without what is needed to start them. */
    async list(
      { workspaceId }: Scope,
      { state, before, order, pageSize = importLimits.listed }: ImportsQuery,
    ): Promise<ImportJob[]> {
      const rows = await store.page({
        workspaceId,
        state: state ?? null,
        beforeId: before ?? null,
        order,
        countMax: pageSize,
      });
      return rows.map((row) => {
        const {
          fits: _fits,
          firstRows: _rows,
          previewNumbers: _numbers,
          exportedFields: _exported,
          ...answer
        } = importAnswer(row, runs.progressOf(row.id));
        return { ...answer, preview: [] };
      });
    },

    /** The rejected rows, as a file. @throws {Refusal} not_found, also where none was rejected. */
    async rejects(key: Key): Promise<{ name: string; file: Blob | ReadableStream<Uint8Array> }> {
      const row = await found(parts, key);
      const file = row.startedAt === null ? null : await files.rejects(row);
      if (file === null) throw refused("import_rejects_gone");
      return { name: `${row.name.replace(/\.[^.]+$/, "")} rejects.csv`, file };
    },
  };
}

function uploading(parts: Parts) {
  const { core, store, files, runs } = parts;
  const read = createFileLooks(parts);
  const quota = createUploadQuota(parts);

  return {
    /** @throws {Refusal} bad_request, conflict or too_large with what to do, unavailable, storage_full. */
    async upload(
      scope: PlannedScope,
      { name, request }: { name: string; request: Request },
    ): Promise<ImportJob> {
      if (request.body === null) throw sheetRefusals.empty();
      const id = core.newId();
      const { csvBytes, workbookBytes } = importLimits;
      const bytesMax = /\.csv$/i.test(name) ? csvBytes : workbookBytes;
      const announced = request.headers.get("content-length");
      const key = { ...scope, id };
      const reservation = await quota.take(key, {
        bytes: announced === null ? null : Number(announced),
        bytesMax,
      });
      try {
        await receive(parts, key, { body: request.body, bytesMax: reservation.bytesMax });
        const reading = await read(key, {
          sheet: null,
          heading: "guess",
          encoding: null,
          signal: request.signal,
        });
        await files.share(key);
        await reservation.makeWay();
        const row = newRow({ id, workspaceId: scope.workspaceId, name, reading, now: core.clock.now() });
        await store.add(row);
        return importAnswer(row);
      } catch (error) {
        await files.removeAll(key);
        throw error;
      } finally {
        await files.arrived(id);
        await reservation.release();
      }
    },

    /** One import. Before its start the file may be read again, from another sheet, with another heading row or in another encoding. */
    async one(key: Key, { signal, ...look }: ImportLook & { signal: AbortSignal }): Promise<ImportJob> {
      const row = await found(parts, key);
      const reading = readingOf(row);
      const { sheet = reading.sheet, encoding = reading.encoding, heading = "guess" } = look;
      const isSame =
        sheet === reading.sheet &&
        encoding === reading.encoding &&
        [undefined, reading.heading ?? "none"].includes(look.heading);
      if (isSame || row.state !== "read") return importAnswer(row, runs.progressOf(row.id));
      if (sheet !== null && !reading.sheets.includes(sheet))
        throw refused("import_sheet_missing", {}, { field: "sheet" });
      if (encoding !== null && reading.encoding === null)
        throw refused("import_not_text", {}, { field: "encoding" });
      const turned = await read(key, { sheet, heading, encoding, signal });
      const set = { reading: turned, rowCount: turned.rowCount };
      const changed = await store.change(key, { from: ["read"], set });
      return importAnswer(changed ?? (await found(parts, key)));
    },
  };
}

/**
 * Takes a file in, over a slow line for as long as that takes: an account that is deleted meanwhile has been cleared away by
 * then, and nothing may be added to it. @throws {Refusal} unauthorized.
 */
async function receive(
  { core, files }: Parts,
  ...[key, upload]: Parameters<ImportFiles["receive"]>
): Promise<void> {
  await files.receive(key, upload);
  const { isThere } = createWorkspaceStore(core.database);
  if (!(await isThere(key.workspaceId))) throw refused("unauthorized");
}

function steering(parts: Parts) {
  const { core, store, files, runs } = parts;
  const collections = createCollectionStore(core.database);
  const collectionNames = createCollectionNames(core);
  const fieldsFor = createImportFields(core);

  /** The collection that is named, as it is made with the start where there is none. @throws {Refusal} conflict, before anything is made. */
  async function collectionFor({
    workspaceId,
    name,
  }: Scope & { name: string }): Promise<CollectionRow | null> {
    if (name === "all") return null;
    const known = (await collectionNames(workspaceId, [name])).get(name) ?? name;
    const owned = await collections.ownedBy(workspaceId);
    if (owned.every((one) => one.name !== known)) refuseTooManyCollections(owned.length + 1);
    return { id: core.newId(), workspaceId, name: known, createdAt: core.clock.now() };
  }

  return {
    /** Starts an import, which then runs in the background. @throws {Refusal} not_found, conflict, bad_request for a column that does not exist. */
    async start(
      scope: PlannedScope,
      { id, choice }: { id: string; choice: ImportChoice },
    ): Promise<ImportJob> {
      const key = { ...scope, id };
      const row = await found(parts, key);
      if (row.state !== "read") throw refused("import_started");
      const reading = readingOf(row);
      refuseUnknownColumns(reading, choice);
      refuseUnread(reading, choice);
      refuseLeavers(row, choice);
      refuseNameless(choice);
      await runs.refuseFull();
      refuseMany(scope, await store.inState("running"));
      const collection = await collectionFor({ ...scope, name: choice.collection });
      const now = core.clock.now();
      const set = {
        startedAt: now,
        idPrefix: idPrefixAt(now),
        choice: { ...choice, fields: await fieldsFor(scope, { reading, choice }) },
        // The row is written with every slice, and the preview is no longer needed.
        reading: { ...reading, preview: [], previewNumbers: [], firstRows: [], fits: [] },
      };
      const { status } = scope;
      const started = await runs.start(key, { set, status, collection, allow: refuseTooManyCollections });
      if (started === null) throw refused("import_started");
      return importAnswer(started);
    },

    /** Stops an import; rows that were written stay. @throws {Refusal} not_found, conflict when it is not running. */
    async cancel(key: Key): Promise<ImportJob> {
      await found(parts, key);
      const undoUntil = core.clock.now() + importLimits.undoMs;
      const ended = await store.end(key, { state: "cancelled", fault: null, undoUntil });
      if (ended === null) throw refused("import_not_running");
      runs.stop(key.id);
      return importAnswer(ended);
    },

    /** @throws {Refusal} not_found, conflict when it is running, was undone, or ended too long ago. */
    async undo(key: Key): Promise<ImportJob> {
      const row = await found(parts, key);
      if (row.undoUntil === null || row.undoUntil <= core.clock.now()) throw refused("import_not_undoable");
      const set = { state: "undoing" as const };
      const undoing = await runs.undo(key, { from: ["done", "cancelled", "failed"], set });
      if (undoing === null) throw refused("import_running");
      return importAnswer(undoing);
    },

    /** Deletes a file whose import was not started. @throws {Refusal} not_found, conflict. */
    async remove(key: Key): Promise<void> {
      await found(parts, key);
      if (!(await store.remove(key, ["read"]))) throw refused("import_kept");
      await files.removeAll(key);
    },
  };
}

/** @throws {Refusal} conflict. */
function refuseMany({ workspaceId }: Scope, running: readonly ImportRow[]): void {
  const started = running.filter((row) => row.workspaceId === workspaceId);
  if (started.length >= importLimits.startedMax) throw refused("imports_too_many");
}

function newRow(upload: {
  id: string;
  workspaceId: WorkspaceId;
  name: string;
  reading: Reading;
  now: number;
}): ImportRow {
  const { id, workspaceId, name, reading, now } = upload;
  return {
    id,
    workspaceId,
    name,
    state: "read",
    createdAt: now,
    startedAt: null,
    undoUntil: null,
    idPrefix: "",
    collectionId: null,
    madeCollection: false,
    staged: 0,
    written: 0,
    added: 0,
    updated: 0,
    skipped: 0,
    optedOut: 0,
    rejected: 0,
    rejectedOptouts: 0,
    fault: null,
    rowCount: reading.rowCount,
    reading,
    choice: null,
    rejects: null,
  };
}

function refuseUnknownColumns(reading: Reading, { columns, fields = [] }: ImportChoice): void {
  const known = new Set(reading.columns.map(({ name }) => name));
  const unknown = [
    ...Object.values(columns).flatMap((names) => names ?? []),
    ...fields.map(({ column }) => column),
  ].find((name) => !known.has(name));
  if (unknown !== undefined) throw refused("import_column_missing", { column: unknown });
}

/** Nobody is assumed to want mail because of a value that is not understood: a person has to say what such values mean. */
function refuseUnread(reading: Reading, { columns, unreadMeans, everybodyLeft }: ImportChoice): void {
  const asked = unreadIn(reading, columns);
  if (asked.length === 0 || unreadMeans !== undefined || everybodyLeft) return;
  throw refused("values_unread", { columns: asked.map((params) => ({ code: "column_unread", params })) });
}

/** Nor is anybody of a file whose name says that its people left. */
function refuseLeavers({ name }: ImportRow, { columns, everybodyLeft }: ImportChoice): void {
  const isSaid = everybodyLeft !== undefined || columns.unsubscribed.length + columns.subscribed.length > 0;
  if (!isSaid && saysLeavers(name)) throw refused("leavers_unsaid", { file: name });
}

/** Leads need a name; whoever is mailed no more does not. */
function refuseNameless({ columns, everybodyLeft = false }: ImportChoice): void {
  const isNamed = columns.firstName.length + columns.unsubscribed.length > 0;
  if (!isNamed && !everybodyLeft) throw refused("no_leads_in_file");
}

/** The first 24 characters of a UUIDv7 (RFC 9562 section 5.7): the time and 26 random bits. */
function idPrefixAt(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint16Array(2));
  const random = (a & 0xfff).toString(16).padStart(3, "0");
  const variant = (0x8000 | (b & 0x3fff)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}-${variant}-`;
}
