import { z } from "zod";
import { webhookLimits } from "../limits/api/webhooks.ts";
import { campaign, delivery } from "./campaign.ts";
import { credential } from "./credential.ts";
import { cause, id, timeMs } from "./fields.ts";
import { importJob } from "./imports.ts";
import { lead } from "./lead.ts";
import { listOrder, numberOfUrl } from "./lists.ts";
import { type WebhookType, webhookDeliveryStates, webhookStates, webhookTypes } from "./webhookTypes.ts";

/** What its own call answers, beside the campaign that it is of; the row of an event does not keep the first try. */
const deliveryOfEvent = delivery
  .omit({ triedAt: true })
  .extend({ campaignId: z.string() })
  .meta({ id: "WebhookMail" });
export type DeliveryOfEvent = z.infer<typeof deliveryOfEvent>;
/** What can be gone by the time that it is told of: then its id is left. */
const gone = z.object({ _id: z.string(), deleted: z.literal(true) }).meta({ id: "WebhookGone" });

/** What an event says beyond its head, by its type: as the call of the same thing answers it. */
const webhookData = {
  "lead.created": lead,
  "lead.updated": lead,
  "lead.opted_out": lead,
  "delivery.sent": deliveryOfEvent,
  "delivery.failed": deliveryOfEvent,
  "delivery.uncertain": deliveryOfEvent,
  "delivery.opened": deliveryOfEvent,
  "delivery.clicked": deliveryOfEvent,
  "delivery.replied": deliveryOfEvent,
  "delivery.complained": deliveryOfEvent,
  "campaign.started": z.union([campaign, gone]),
  "campaign.paused": z.union([campaign, gone]),
  "campaign.finished": z.union([campaign, gone]),
  "import.finished": z.union([importJob, gone]),
  "account.stopped": z.union([credential, gone]),
  "webhook.test": z.object({ message: z.string() }),
} as const satisfies Record<WebhookType | "webhook.test", z.ZodType>;

const summaries: Record<keyof typeof webhookData, string> = {
  "lead.created": "A lead was added, imported or brought back",
  "lead.updated": "A lead's name, address, phone, own fields or consent changed, or it was opted in again",
  "lead.opted_out": "A lead was opted out, by itself or by somebody of the workspace",
  "delivery.sent": "A mail server took a mail",
  "delivery.failed": "A mail was refused for good, or came back",
  "delivery.uncertain": "The line died behind a mail's end: nobody knows whether it was taken",
  "delivery.opened": "A person opened a mail for the first time",
  "delivery.clicked": "A person followed a link of a mail for the first time",
  "delivery.replied": "A person answered a mail for the first time, as far as the account's mailbox is read",
  "delivery.complained": "A person reported a mail as unwanted",
  "campaign.started": "A campaign began",
  "campaign.paused": "A campaign came to a stop, by a person or by itself",
  "campaign.finished": "A campaign came to its end: `state` says whether it finished or was cancelled",
  "import.finished": "An import ended: `state` says how",
  "account.stopped": "A sending account stopped, and waits for a person",
  "webhook.test": "Somebody pressed the test button",
};

/** Every event as it is posted, for the document's `webhooks`. */
export const webhookMessages = Object.entries(webhookData).map(([type, data]) => ({
  type: type as keyof typeof webhookData,
  summary: summaries[type as keyof typeof webhookData],
  schema: z.object({
    id: z.string().meta({ description: "The same each time that this event is sent, as in `webhook-id`" }),
    type: z.literal(type),
    timestamp: z.iso.datetime().meta({ description: "When it happened" }),
    subject: z
      .string()
      .meta({ description: "What it happened to; events of one subject can be put in order" }),
    number: z.number().int().meta({ description: "Greater than that of every earlier event of its subject" }),
    data,
  }),
}));

const asCounted = `${webhookLimits.countedMax} means so many or more`;

export const webhook = z
  .object({
    _id: z.string(),
    name: z.string(),
    url: z.string(),
    types: z.array(z.enum(webhookTypes)),
    state: z.enum(webhookStates),
    /** Why it is paused, in words; null while it is not. */
    pausedReason: z.string().nullable(),
    pausedCause: cause.nullable(),
    /** Until when the secret from before signs too; null where there is none. */
    formerSecretUntil: timeMs.nullable(),
    createdAt: timeMs,
    waiting: z
      .number()
      .int()
      .meta({ description: `Events that wait to be sent; ${asCounted}` }),
    givenUp: z
      .number()
      .int()
      .meta({ description: `Events that were given up; ${asCounted}` }),
    /** When one was delivered last. */
    deliveredAt: timeMs.nullable(),
    failing: z
      .object({ reason: z.string(), cause, nextTryAt: timeMs })
      .nullable()
      // Servers of the previous version do not send it.
      .optional()
      .meta({
        description:
          "Why an event was not delivered that is tried again next, and about when; null where none waits for another try",
      }),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

/** With the secret, which is told this once. */
export const webhookWithSecret = webhook.extend({ secret: z.string() }).meta({ id: "WebhookWithSecret" });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

const outcome = {
  /** What the receiver answered; null where nothing came. */
  status: z.number().int().nullable(),
  tookMs: z.number().int().nullable(),
  /** Why it is not delivered, in words; null where it is. */
  reason: z.string().nullable(),
  cause: cause.nullable(),
  /** The beginning of what the receiver answered. */
  answer: z.string().nullable(),
};

export const webhookTest = z
  .object({ eventId: z.string(), delivered: z.boolean(), ...outcome })
  .meta({ id: "WebhookTest" });
export type WebhookTest = z.infer<typeof webhookTest>;

export const webhookDelivery = z
  .object({
    eventId: z.string(),
    type: z.enum([...webhookTypes, "webhook.test"]),
    subject: z.string(),
    /** When it happened. */
    at: timeMs,
    state: z.enum(webhookDeliveryStates),
    attempts: z.number().int(),
    /** When it is tried next; null where it is not. */
    dueAt: timeMs.nullable(),
    triedAt: timeMs.nullable(),
    ...outcome,
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveryQuery = z.object({
  ...listOrder,
  state: z.enum(webhookDeliveryStates).optional(),
  type: z.enum([...webhookTypes, "webhook.test"]).optional(),
  /** The `next` of the page before. */
  before: z
    .string()
    .regex(/^\d{1,16}~\w{1,60}$/)
    .optional()
    .meta({ examples: ["1795412926268000~evt_5f2b"] }),
  pageSize: numberOfUrl({ min: 1, max: webhookLimits.pageMax }).optional(),
});
export type WebhookDeliveryQuery = z.infer<typeof webhookDeliveryQuery>;

export const webhookDeliveryPage = z.object({
  items: z.array(webhookDelivery),
  next: z.string().nullable(),
});
export type WebhookDeliveryPage = z.infer<typeof webhookDeliveryPage>;

export const webhookEventPlace = z.object({ id, eventId: id });

/** Those that happened in a span; all of it where an end is left out. Only those that were given up unless `state` says other. */
export const redeliverInput = z.strictObject({
  from: timeMs.min(0).optional(),
  to: timeMs.min(0).optional(),
  state: z.enum(["delivered", "given_up", "all"]).optional(),
});
export type RedeliverInput = z.infer<typeof redeliverInput>;
export const redeliverAnswer = z.object({ message: z.string(), count: z.number().int() });
