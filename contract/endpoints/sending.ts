import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { reason } from "../reasons.ts";
import {
  campaign,
  campaignPart,
  campaignQuery,
  deliveryPage,
  deliveryQuery,
  moveInput,
  retryAnswer,
  retryInput,
  sendAnswer,
  sendInput,
  testInput,
} from "../schemas/campaign.ts";
import { message, withId } from "../schemas/fields.ts";
import { campaignOptouts, optoutQuery } from "../schemas/optouts.ts";
import { mailPreview, planInput, previewInput, sendPlan } from "../schemas/preflight.ts";
import { undrawable } from "../schemas/template.ts";
import { campaignLink } from "../schemas/tracking.ts";
import { questionRules } from "./segments.ts";

const accountRules = [
  "no_credentials",
  "sender_unknown",
  reason("sender_ambiguous", { accounts: "…" }),
] as const;
const audienceRules = ["nobody_chosen", "lead_reference_invalid", ...questionRules] as const;

export const sendingEndpoints = {
  "POST /email/send": {
    tag: "Sending",
    summary: "Send to leads; the answer means accepted and durable, progress comes by socket",
    access: "session",
    body: sendInput,
    bodyLimit: "templateBytes",
    takesIdempotencyKey: true,
    answer: sendAnswer,
    refusals: ["no_recipients", "ambiguous_sender", "forbidden", "not_found", "conflict", "too_large"],
    refusedWith: [...accountRules, ...audienceRules, "fields_missing"],
  },
  "POST /email/send/plan": {
    tag: "Sending",
    summary: "Whom a send would reach, what it would skip and what to look at first; nothing is sent",
    access: "session",
    body: planInput,
    bodyLimit: "templateBytes",
    answer: sendPlan,
    refusals: ["ambiguous_sender", "not_found", "conflict", "too_large"],
    refusedWith: [...accountRules, ...audienceRules],
  },
  "POST /email/preview": {
    tag: "Sending",
    summary: "A mail as one lead would get it; nothing is sent or kept",
    access: "session",
    person: true,
    body: previewInput,
    bodyLimit: "templateBytes",
    answer: mailPreview,
    refusals: ["not_found", "too_large"],
    refusedWith: [...undrawable, "template_not_chosen"],
  },
  "POST /email/send/test": {
    tag: "Sending",
    summary: "Send a test mail to your own address",
    access: "session",
    person: true,
    rate: "testMailPerUser",
    body: testInput,
    bodyLimit: "templateBytes",
    answer: message,
    refusals: ["ambiguous_sender", "not_found", "rate_limited"],
    refusedWith: [
      ...accountRules,
      "template_not_chosen",
      reason("test_refused", { why: reason("other") }, "…"),
    ],
  },
  "GET /amplify/campaigns": {
    tag: "Sending",
    summary: "Your campaigns with drafts and planned ones, newest first unless another order is asked for",
    access: "session",
    query: campaignQuery,
    answer: z.array(campaign),
  },
  "GET /amplify/campaigns/{id}": {
    tag: "Sending",
    summary: "One campaign with its counts",
    access: "session",
    params: withId,
    answer: campaign,
    refusals: ["not_found"],
  },
  "GET /amplify/campaigns/{id}/parts": {
    tag: "Sending",
    summary: "What each account sends of each mail of a campaign",
    access: "session",
    params: withId,
    answer: z.array(campaignPart),
    refusals: ["not_found"],
  },
  "GET /amplify/campaigns/{id}/deliveries": {
    tag: "Sending",
    summary: "The recipient ledger, a page at a time",
    access: "session",
    params: withId,
    query: deliveryQuery,
    answer: deliveryPage,
    refusals: ["not_found"],
  },
  "GET /amplify/campaigns/{id}/links": {
    tag: "Sending",
    summary: "The links of a campaign's mail whose clicks are counted, with who followed them",
    access: "session",
    params: withId,
    answer: z.array(campaignLink),
    refusals: ["not_found"],
  },
  "GET /amplify/campaigns/{id}/optouts": {
    tag: "Sending",
    summary: "Who left by a campaign's mail, and why, as far as they said it",
    access: "session",
    params: withId,
    query: optoutQuery,
    answer: campaignOptouts,
    refusals: ["not_found"],
  },
  "POST /amplify/campaigns/{id}/pause": {
    tag: "Sending",
    summary: "Pause; mails under way end, nothing further starts",
    access: "session",
    params: withId,
    answer: campaign,
    refusals: ["not_found", "conflict"],
  },
  "POST /amplify/campaigns/{id}/resume": {
    tag: "Sending",
    summary: "Go on with a paused campaign",
    access: "session",
    params: withId,
    answer: campaign,
    refusals: ["not_found", "conflict"],
  },
  "POST /amplify/campaigns/{id}/cancel": {
    tag: "Sending",
    summary: "Stop for good; what has not been sent is skipped",
    access: "session",
    params: withId,
    answer: campaign,
    refusals: ["not_found", "conflict"],
  },
  "POST /amplify/campaigns/{id}/account": {
    tag: "Sending",
    summary: "Send the rest of a paused campaign from another account; nobody gets it twice",
    access: "session",
    params: withId,
    body: moveInput,
    answer: campaign,
    refusals: ["not_found", "conflict"],
  },
  "POST /amplify/campaigns/{id}/retry": {
    tag: "Sending",
    summary: "Try failed or uncertain deliveries again",
    access: "session",
    params: withId,
    body: retryInput,
    answer: retryAnswer,
    refusals: ["not_found", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
