import { z } from "zod";
import { hasControlCharacters } from "../controlCharacters.ts";
import { webhookLimits } from "../limits/api/webhooks.ts";
import { issueText } from "../reasons.ts";
import { filledText, wasRead } from "./fields.ts";

/** What a webhook can be told of. */
export const webhookTypes = [
  "lead.created",
  "lead.updated",
  "lead.opted_out",
  "delivery.sent",
  "delivery.failed",
  "delivery.uncertain",
  "delivery.opened",
  "delivery.clicked",
  "delivery.replied",
  "delivery.complained",
  "campaign.started",
  "campaign.paused",
  "campaign.finished",
  "import.finished",
  "account.stopped",
] as const;
export type WebhookType = (typeof webhookTypes)[number];

export const webhookStates = ["active", "paused"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** "waiting" for its first try or the next; "given_up" after the last, or where the receiver wants no more. */
export const webhookDeliveryStates = ["waiting", "delivered", "given_up"] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

const name = filledText(
  webhookLimits.nameMax,
  issueText("webhook_name_missing"),
  issueText("name_too_long", { max: webhookLimits.nameMax }),
);

const label = "[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*";
const port = "(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3})";
/** How the OpenAPI document tells it: names of hosts in letters. A host that is a number is taken where it may be reached. */
const urlPattern = `^https?://(?:${label}\\.)+[A-Za-z]{2,20}(?::${port})?(?:[/?#][!-~]*)?$`;

/** The spelling alone; where it leads is looked at by the server. */
const url = z
  // Of one that is too long the rule's own words say how long it may be.
  .string({ error: ({ code }) => (code === "invalid_type" ? issueText("webhook_url_malformed") : undefined) })
  .trim()
  .max(webhookLimits.urlMax, { abort: true })
  // Whoever parses an address passes over a line break in it, so it would be shown and mailed with one.
  .refine((text) => !hasControlCharacters(text), { error: issueText("control_characters"), abort: true })
  .refine(isWebAddress, { error: issueText("webhook_url_malformed") })
  .meta({ format: "uri", pattern: urlPattern });

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "" && hostname !== "";
}

const types = z
  .array(z.enum(webhookTypes, { error: issueText("webhook_type_unknown", { choices: webhookTypes }) }))
  .min(1, { error: issueText("webhook_types_missing") })
  .max(webhookTypes.length)
  .transform((list) => [...new Set(list)]);

export const webhookInput = z.object({ name, url, types });
export type WebhookInput = z.infer<typeof webhookInput>;
/** As it was read; of the types each is once in it. */
const readBefore = z
  .object({
    name: z.string(),
    url: z.string(),
    types: z.array(z.enum(webhookTypes)).max(webhookTypes.length),
  })
  .partial()
  .meta({ id: "WebhookAsRead" });
export const webhookChange = z.object({ name, url, types, was: wasRead(readBefore) }).partial();
export type WebhookChange = z.infer<typeof webhookChange>;
