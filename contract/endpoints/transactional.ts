import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { transactionalLimits as limits } from "../limits/sending.ts";
import { reason } from "../reasons.ts";
import { message, withId } from "../schemas/fields.ts";
import { pagesOf } from "../schemas/lists.ts";
import {
  kindSuppression,
  kindSuppressionInput,
  kindSuppressionPage,
  kindSuppressionQuery,
  transactionalAnswer,
  transactionalDetail,
  transactionalInput,
  transactionalMail,
  transactionalPage,
  transactionalQuery,
} from "../schemas/transactional.ts";

/** Mails that a program asks for one by one: receipts, codes, links to a new password. */
export const transactionalEndpoints = {
  "POST /email/transactional": {
    tag: "Transactional mail",
    summary: "Send one mail to one or a few people; the answer means accepted and durable",
    access: "api",
    keyScope: "send",
    sendsMail: "from another",
    body: transactionalInput,
    bodyLimit: "bulkBytes",
    takesIdempotencyKey: true,
    rate: "transactionalPerUser",
    countedApart: true,
    status: 202,
    answer: transactionalAnswer,
    refusals: ["forbidden", "not_found", "conflict", "too_large"],
    refusedWith: [
      "no_credentials",
      "sender_unknown",
      reason("sender_ambiguous", { accounts: "…" }),
      "fields_missing",
      "template_not_chosen",
      reason("recipient_twice", { email: "…" }),
      reason("value_missing", { field: "…", email: "…" }),
      "way_out_missing",
      "way_out_not_address",
      reason("values_too_long", { max: limits.valuesCharactersMax }),
      reason("attachment_too_large", { name: "…", max: limits.attachmentBytes }),
      reason("attachments_too_large", { max: limits.attachmentsBytes }),
    ],
  },
  "GET /email/transactional": {
    tag: "Transactional mail",
    summary: "The mails of the last 30 days, the newest first",
    access: "api",
    ...pagesOf({ entry: transactionalMail, query: transactionalQuery, answer: transactionalPage }),
    refusals: ["forbidden"],
  },
  "GET /email/transactional/{id}": {
    tag: "Transactional mail",
    summary: "One mail, and what became of it",
    access: "api",
    params: withId,
    answer: transactionalDetail,
    refusals: ["forbidden", "not_found"],
  },
  "POST /email/transactional/{id}/retry": {
    tag: "Transactional mail",
    summary: "Try a mail again that failed, or of which nobody knows whether it arrived",
    access: "api",
    keyScope: "send",
    sendsMail: "from another",
    params: withId,
    body: z.object({}),
    status: 202,
    answer: message,
    refusals: ["forbidden", "not_found", "conflict"],
  },
  "GET /email/suppressions": {
    tag: "Transactional mail",
    summary: "Addresses that take no mail of a kind, or of none; the newest first",
    access: "api",
    ...pagesOf({ entry: kindSuppression, query: kindSuppressionQuery, answer: kindSuppressionPage }),
    refusals: ["forbidden"],
  },
  "POST /email/suppressions": {
    tag: "Transactional mail",
    summary: "Stop mails of a kind, or of every kind, to an address",
    access: "api",
    body: kindSuppressionInput,
    status: 201,
    answer: kindSuppression,
    refusals: ["forbidden"],
  },
  "DELETE /email/suppressions/{id}": {
    tag: "Transactional mail",
    summary: "Let mails of that kind go to the address again",
    access: "api",
    params: withId,
    answer: message,
    refusals: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, Endpoint>;
