import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { importLimits } from "../limits/imports.ts";
import { leadLimits } from "../limits/leads.ts";
import { sheetLimits } from "../limits/sheet.ts";
import { reason } from "../reasons.ts";
import { message, withId } from "../schemas/fields.ts";
import { unreadableFile } from "../schemas/imports.ts";
import {
  bulkAnswer,
  bulkInput,
  bulkQuery,
  collection,
  collectionInput,
  lead,
  leadChange,
  leadInput,
} from "../schemas/lead.ts";
import { leadCursorPage, leadFind, leadPage, leadPartPage, leadQuery } from "../schemas/leadMatching.ts";
import { wholeOf } from "../schemas/lists.ts";
import { questionRules } from "./segments.ts";

/** What a value of a custom field may be refused for. */
const fieldRefusals = [
  reason("field_unknown", { key: "…" }),
  reason("field_value_too_long", { key: "…", field: "…", max: leadLimits.fieldTextMax }),
  reason("field_value_not_number", { key: "…", field: "…" }),
  reason("field_value_not_date", { key: "…", field: "…" }),
  reason("field_value_not_yes_no", { key: "…", field: "…" }),
  reason("field_value_no_choice", { key: "…", field: "…", choices: ["…"] }),
] as const;

export const leadEndpoints = {
  "GET /amplify/leads": {
    tag: "Leads",
    summary:
      "Every lead; with search, sort or page, one page of them; with limit or cursor, the next of them, of which none is left out or told twice while others come and go",
    access: "session",
    keyBounds: true,
    list: { by: "handler" },
    query: leadQuery,
    answer: z.union([z.array(lead), leadPage, leadPartPage, leadCursorPage]),
    refusals: ["not_found", "conflict"],
    refusedWith: ["cursor_unknown", "cursor_and_page"],
  },
  "POST /amplify/leads/find": {
    tag: "Leads",
    summary: "One page of leads, as GET has them, with room for a question",
    access: "session",
    keyScope: "read",
    keyBounds: true,
    body: leadFind,
    answer: leadPage,
    refusals: ["not_found", "conflict"],
    refusedWith: questionRules,
  },
  "POST /amplify/leads": {
    tag: "Leads",
    summary: "Add a lead",
    access: "session",
    keyBounds: true,
    body: leadInput,
    status: 201,
    answer: lead,
    refusals: ["conflict", "plan_limit"],
    refusedWith: fieldRefusals,
  },
  "GET /amplify/leads/{id}": {
    tag: "Leads",
    summary: "One lead",
    access: "session",
    keyBounds: true,
    params: withId,
    answer: lead,
    refusals: ["not_found"],
  },
  "PUT /amplify/leads/{id}": {
    tag: "Leads",
    summary: "Change a lead",
    access: "session",
    keyBounds: true,
    params: withId,
    body: leadChange,
    answer: lead,
    refusals: ["not_found", "conflict"],
    refusedWith: fieldRefusals,
  },
  "DELETE /amplify/leads/{id}": {
    tag: "Leads",
    summary: "Delete a lead; an opt-out is remembered",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found"],
  },
  "POST /amplify/leads/bulk": {
    tag: "Leads",
    summary:
      "Add many leads; known addresses are updated, bad rows are reported. A row's optout, or unsubscribed, is a boolean, a yes or no in many languages or a date; a row of which it can be told neither way is rejected. Its consent is granted, denied or such a yes or no, and a yes changes no no that is known",
    access: "session",
    keyBounds: true,
    query: bulkQuery,
    body: bulkInput,
    bodyLimit: "bulkBytes",
    answer: bulkAnswer,
    refusals: ["plan_limit", "conflict", "too_large", "rate_limited"],
  },
  "POST /files/convert/excel-to-json": {
    tag: "Leads",
    summary: `Read a .csv, .xls or .xlsx file into row objects: texts as people see them, dates as 2024-01-15 or 2024-01-15 13:05. Of a workbook it is the first sheet that says anything, hidden ones last. Its first ${sheetLimits.columnsMax} columns and ${sheetLimits.rowsMax.toLocaleString("en")} rows are read; POST /amplify/imports reads ${importLimits.columnsMax} columns, lists all sheets and reads any`,
    access: "session",
    keyScope: "read",
    bodyType: "file",
    bodyLimit: "bulkBytes",
    rate: "importPerUser",
    answer: z.object({
      data: z.array(z.record(z.string(), z.string())),
      /** There where rows, columns or the ends of long cells were left out. */
      truncated: z.boolean().optional(),
    }),
    refusals: ["too_large", "unsupported_media_type", "unavailable"],
    refusedWith: [...unreadableFile, "files_too_many"],
  },
  "GET /amplify/collections": {
    tag: "Collections",
    summary: "Your collections, each with its count",
    access: "session",
    keyBounds: true,
    ...wholeOf(collection, { name: "asc", count: "desc" }),
  },
  "POST /amplify/collections": {
    tag: "Collections",
    summary: "Add a collection",
    access: "session",
    body: collectionInput,
    status: 201,
    answer: collection,
    refusals: ["conflict"],
  },
  "PATCH /amplify/collections/{id}": {
    tag: "Collections",
    summary: "Rename a collection",
    access: "session",
    params: withId,
    body: collectionInput,
    answer: collection,
    refusals: ["not_found", "conflict"],
  },
  "DELETE /amplify/collections/{id}": {
    tag: "Collections",
    summary: "Delete a collection; its leads stay",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
