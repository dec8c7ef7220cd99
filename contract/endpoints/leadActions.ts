import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { message, withId } from "../schemas/fields.ts";
import { bulkQuery, collection } from "../schemas/lead.ts";
import {
  historyQuery,
  leadAction,
  leadActionAnswer,
  leadExport,
  leadMail,
  mergeInput,
  restored,
  undoQuery,
} from "../schemas/leadActions.ts";
import { pagesOf } from "../schemas/lists.ts";
import { leadConsent } from "../schemas/optouts.ts";
import { questionRules } from "./segments.ts";

export const leadActionEndpoints = {
  "POST /amplify/leads/actions": {
    tag: "Leads",
    summary:
      "Do something to many leads: add to or remove from a collection, opt out, say whether they agreed to being counted, delete. With answer=rows it says of each lead that is named by its id what became of it",
    access: "session",
    query: bulkQuery,
    body: leadAction,
    bodyLimit: "bulkBytes",
    answer: leadActionAnswer,
    refusals: ["not_found", "conflict"],
    refusedWith: questionRules,
  },
  "POST /amplify/leads/deletions/{id}/undo": {
    tag: "Leads",
    summary: "Undo a deletion that was made a few minutes ago",
    access: "session",
    params: withId,
    query: undoQuery,
    answer: restored,
    refusals: ["not_found", "plan_limit"],
  },
  "POST /amplify/leads/export": {
    tag: "Leads",
    summary: "Leads as a CSV file, or as a workbook where format is xlsx",
    access: "session",
    keyScope: "read",
    body: leadExport,
    bodyLimit: "bulkBytes",
    answer: "text/csv",
    otherAnswers: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    refusals: ["not_found", "conflict"],
    refusedWith: questionRules,
  },
  "GET /amplify/leads/{id}/history": {
    tag: "Leads",
    summary: "What was sent to a lead, the newest first; with before, what was sent before that campaign",
    access: "session",
    params: withId,
    ...pagesOf({ entry: leadMail, query: historyQuery, answer: z.array(leadMail), id: "campaignId" }),
    refusals: ["not_found"],
  },
  "GET /amplify/leads/{id}/consent": {
    tag: "Leads",
    summary:
      "Whether a lead agreed to being counted, when and by whom; when it left, why, and when it came back",
    access: "session",
    params: withId,
    answer: leadConsent,
    refusals: ["not_found"],
  },
  "DELETE /amplify/leads/{id}/returned": {
    tag: "Leads",
    summary: "Mail a lead again whose mails came back: its address takes mail by now",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found"],
  },
  "POST /amplify/collections/{id}/merge": {
    tag: "Collections",
    summary:
      "Move the leads of a collection into another, and delete it; segments and campaigns name the other one then, keys do not",
    access: "session",
    params: withId,
    body: mergeInput,
    answer: collection,
    refusals: ["not_found", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
