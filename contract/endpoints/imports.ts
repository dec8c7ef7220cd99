import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { reason } from "../reasons.ts";
import { message, withId } from "../schemas/fields.ts";
import {
  importChoice,
  importJob,
  importLook,
  importsQuery,
  importUpload,
  unreadableFile,
} from "../schemas/imports.ts";
import { pagesOf } from "../schemas/lists.ts";

/** A whole file becomes leads on the server, and may be taken back for a day. */
export const importEndpoints = {
  "POST /amplify/imports": {
    tag: "Imports",
    summary: "Upload a .csv, .xls or .xlsx file, to be looked at before it is imported",
    access: "session",
    query: importUpload,
    bodyType: "bytes",
    bodyLimit: "importBytes",
    rate: "uploadPerUser",
    status: 201,
    answer: importJob,
    refusals: [
      "too_large",
      "unsupported_media_type",
      "conflict",
      "rate_limited",
      "unavailable",
      "storage_full",
    ],
    refusedWith: unreadableFile,
  },
  "GET /amplify/imports": {
    tag: "Imports",
    summary: "The newest imports, how far each is and what came of it",
    access: "session",
    rate: "pollPerUser",
    countedApart: true,
    ...pagesOf({ entry: importJob, query: importsQuery, answer: z.array(importJob) }),
  },
  "GET /amplify/imports/{id}": {
    tag: "Imports",
    summary: "One import; with sheet, heading or encoding, the file read anew so",
    access: "session",
    rate: "pollPerUser",
    countedApart: true,
    params: withId,
    query: importLook,
    answer: importJob,
    refusals: ["not_found", "conflict", "rate_limited", "unavailable"],
    refusedWith: ["import_sheet_missing", "import_not_text", ...unreadableFile],
  },
  "POST /amplify/imports/{id}/start": {
    tag: "Imports",
    summary: "Start an import; it goes on by itself",
    access: "session",
    params: withId,
    body: importChoice,
    status: 202,
    answer: importJob,
    refusals: ["not_found", "conflict", "unavailable"],
    refusedWith: [reason("import_column_missing", { column: "…" })],
  },
  "POST /amplify/imports/{id}/cancel": {
    tag: "Imports",
    summary: "Stop an import; what is written stays and can be undone",
    access: "session",
    params: withId,
    answer: importJob,
    refusals: ["not_found", "conflict"],
  },
  "POST /amplify/imports/{id}/undo": {
    tag: "Imports",
    summary: "Take an import back; opt-outs stay remembered",
    access: "session",
    params: withId,
    status: 202,
    answer: importJob,
    refusals: ["not_found", "conflict"],
  },
  "GET /amplify/imports/{id}/rejects": {
    tag: "Imports",
    summary: "The rejected rows as they were, with number and reason, as CSV",
    access: "session",
    params: withId,
    answer: "text/csv",
    refusals: ["not_found"],
  },
  "DELETE /amplify/imports/{id}": {
    tag: "Imports",
    summary: "Throw away a file that was not started",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
