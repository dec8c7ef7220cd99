import type { Consent, ConsentHow } from "../../contract/leads/consent.ts";
import type { StoredFields } from "../../contract/leads/customFields.ts";
import type { ImportState } from "../../contract/schemas/imports.ts";
import type { Kit } from "../kit/sqlite.ts";

/** Files that people import. The counters change in the transaction of each slice, so they are true after any end. */
export const imports = ({ table, text, int, bool, json, cause, index }: Kit) =>
  table(
    "imports",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      state: text<ImportState>().notNull(),
      createdAt: int().notNull(),
      /** Also what the leads that it adds and updates carry as their time. */
      startedAt: int(),
      undoUntil: int(),
      /** The ids of the leads that it adds begin with this; their position in the staged rows follows. */
      idPrefix: text().notNull(),
      collectionId: text(),
      /** The import made that collection. */
      madeCollection: bool().notNull(),
      /** Different addresses in the file, and up to which of them everything is written. */
      staged: int().notNull(),
      written: int().notNull(),
      added: int().notNull(),
      updated: int().notNull(),
      skipped: int().notNull(),
      optedOut: int().notNull(),
      rejected: int().notNull(),
      /** Addresses of rejected rows that were opted out all the same. */
      rejectedOptouts: int().notNull().default(0),
      fault: cause(),
      rowCount: int().notNull(),
      /** What was read of the file; see `server/imports/thread/messages.ts`. */
      reading: json(),
      choice: json(),
      /** The first rejected rows, and how many of all did not fit the plan. */
      rejects: json(),
    },
    (job) => [
      index("imports_owner").on(job.workspaceId, job.id),
      index("imports_state").on(job.state, job.createdAt),
    ],
  );

/** What an import changed of leads that were there before, until it can no longer be undone. */
export const importChanges = ({ table, text, int, bool, json, primaryKey, index }: Kit) =>
  table(
    "importChanges",
    {
      importId: text().notNull(),
      /** The row's position among the staged ones: later ones are written later. */
      position: int().notNull(),
      workspaceId: text().notNull(),
      leadId: text().notNull(),
      /** It was not in the collection before. */
      joined: bool().notNull(),
      /** As the lead was. */
      firstName: text().notNull(),
      lastName: text().notNull(),
      phone: text().notNull(),
      searchText: text().notNull(),
      /** As the import left it, in one text: a lead that differs was edited since. */
      wrote: text().notNull(),
      /** The values of its fields before and after; null in the second where the import left them alone. */
      fields: json().$type<StoredFields>(),
      wroteFields: json().$type<StoredFields>(),
      /** Its consent before, where the import wrote another. */
      consent: text<Consent>(),
      consentAt: int(),
      consentHow: text<ConsentHow>(),
      consentBy: text(),
    },
    (change) => [
      primaryKey({ columns: [change.importId, change.position] }),
      index("import_changes_owner").on(change.workspaceId, change.importId, change.position),
      // Of a lead that several imports changed, undoing one of them reads what the later ones keep.
      index("import_changes_lead").on(change.workspaceId, change.leadId),
    ],
  );

/**
 * Uploads and rejected rows, where several machines work on one database: each of them finds them here. Where a machine
 * has the database for itself they lie beside it in the data folder.
 */
export const storedFiles = ({ table, text, int, bool, index }: Kit) =>
  table(
    "storedFiles",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      /** What it has; of one that is still to come, what it may have. */
      bytes: int().notNull(),
      isWhole: bool().notNull(),
      /** When it was last written to. */
      touchedAt: int().notNull(),
    },
    (file) => [index("stored_files_owner").on(file.workspaceId, file.id)],
  );

/** Their content, in order, a piece at a time, so that none stands in memory as a whole. */
export const filePieces = ({ table, text, int, bytes, primaryKey, index }: Kit) =>
  table(
    "filePieces",
    {
      fileId: text().notNull(),
      position: int().notNull(),
      workspaceId: text().notNull(),
      content: bytes().notNull(),
    },
    (piece) => [
      primaryKey({ columns: [piece.fileId, piece.position] }),
      index("file_pieces_owner").on(piece.workspaceId, piece.fileId),
    ],
  );
