import type { Endpoint } from "../endpoint.ts";
import { reason } from "../reasons.ts";
import { message, withId } from "../schemas/fields.ts";
import { fewOf, pagesOf } from "../schemas/lists.ts";
import {
  redeliverAnswer,
  redeliverInput,
  webhook,
  webhookDelivery,
  webhookDeliveryPage,
  webhookDeliveryQuery,
  webhookEventPlace,
  webhookTest,
  webhookWithSecret,
} from "../schemas/webhooks.ts";
import { webhookChange, webhookInput } from "../schemas/webhookTypes.ts";

const owned = { tag: "Webhooks", access: "api", params: withId } as const;
const addressRules = [
  "webhook_url_insecure",
  reason("server_unknown", { host: "…" }),
  reason("public_server_unknown", { host: "…" }),
] as const;

/**
 * Who is told what happens; only for those who may use the API. Without the plan nothing is sent either, but the webhooks
 * that there are may be seen and removed: they are sent to again with the next plan that has it.
 */
export const webhookEndpoints = {
  "GET /amplify/api/webhooks": {
    tag: "Webhooks",
    summary: "Your webhooks, the oldest first",
    access: "session",
    person: true,
    ...fewOf(webhook),
    refusals: ["forbidden"],
  },
  "POST /amplify/api/webhooks": {
    tag: "Webhooks",
    summary: "Add a webhook. Its secret is answered this once",
    access: "api",
    // Its answer holds a secret, which is never kept for a call that is repeated.
    keyScope: "none",
    body: webhookInput,
    status: 201,
    answer: webhookWithSecret,
    refusals: ["forbidden", "conflict"],
    refusedWith: addressRules,
  },
  "GET /amplify/api/webhooks/{id}": {
    ...owned,
    summary: "One webhook",
    answer: webhook,
    refusals: ["forbidden", "not_found"],
  },
  "PUT /amplify/api/webhooks/{id}": {
    ...owned,
    summary: "Change a webhook's name, address or types; what is left out stays",
    readsToo: true,
    body: webhookChange,
    answer: webhook,
    refusals: ["forbidden", "not_found", "conflict"],
    refusedWith: addressRules,
  },
  "DELETE /amplify/api/webhooks/{id}": {
    ...owned,
    access: "session",
    person: true,
    summary: "Remove a webhook and its log; what waits is not sent",
    answer: message,
    refusals: ["forbidden", "not_found"],
  },
  "POST /amplify/api/webhooks/{id}/pause": {
    ...owned,
    summary: "Send nothing and note nothing new until it is resumed",
    answer: webhook,
    refusals: ["forbidden", "not_found"],
  },
  "POST /amplify/api/webhooks/{id}/resume": {
    ...owned,
    summary: "Go on, with what waited first",
    answer: webhook,
    refusals: ["forbidden", "not_found"],
  },
  "POST /amplify/api/webhooks/{id}/rotate": {
    ...owned,
    keyScope: "none",
    summary: "Get a new secret, answered this once; the one before signs too for a day",
    answer: webhookWithSecret,
    refusals: ["forbidden", "not_found"],
  },
  "POST /amplify/api/webhooks/{id}/test": {
    ...owned,
    summary: "Send a signed event of the type webhook.test now, and see what came back",
    rate: "webhookTestPerUser",
    answer: webhookTest,
    refusals: ["forbidden", "not_found"],
  },
  "GET /amplify/api/webhooks/{id}/deliveries": {
    ...owned,
    summary: "What became of each event, the newest first",
    ...pagesOf({ entry: webhookDelivery, query: webhookDeliveryQuery, answer: webhookDeliveryPage }),
    refusals: ["forbidden", "not_found"],
  },
  "POST /amplify/api/webhooks/{id}/deliveries/{eventId}/redeliver": {
    tag: "Webhooks",
    summary: "Send one event again, with the id that it had",
    access: "api",
    params: webhookEventPlace,
    answer: message,
    refusals: ["forbidden", "not_found"],
  },
  "POST /amplify/api/webhooks/{id}/redeliver": {
    ...owned,
    summary: "Send the events of a span again, with their ids: those that were given up, or all",
    body: redeliverInput,
    answer: redeliverAnswer,
    refusals: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, Endpoint>;
