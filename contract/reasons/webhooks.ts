import type { ReasonsOf, RefusalsOf, Shapes } from "./shapes.ts";

/** What a call about webhooks may be refused for. */
export const webhookRefusedAs = {
  webhook_not_found: "not_found",
  webhook_event_not_found: "not_found",
  webhooks_too_many: "conflict",
  webhook_name_missing: "bad_request",
  webhook_url_malformed: "bad_request",
  webhook_url_insecure: "bad_request",
  webhook_type_unknown: "bad_request",
  webhook_types_missing: "bad_request",
} as const;

export const webhookRefusalShapes = {
  webhooks_too_many: { max: "number" },
  webhook_type_unknown: { choices: "texts" },
} as const satisfies Partial<Record<keyof typeof webhookRefusedAs, Shapes[string]>>;
export type WebhookRefusals = RefusalsOf<typeof webhookRefusedAs, typeof webhookRefusalShapes>;

/** Why an event was not delivered, and why a webhook is paused. */
export const webhookShapes = {
  webhook_answered: { status: "number" },
  /** Redirects are never followed: they might lead anywhere. */
  webhook_redirected: { status: "number" },
  /** The receiver answered 410: it wants no more. */
  webhook_gone: {},
  webhook_silent: { seconds: "number" },
  /** `detail` has the system's own words. */
  webhook_unreached: { detail: "text" },
  webhook_given_up: { hours: "number", last: "reason" },
  /** The secret was sealed with a key that this installation no longer has. */
  webhook_secret_lost: {},
  /** The account turned out to be another person's than the one who may have set it up. */
  webhook_of_former: {},
} as const satisfies Shapes;
export type WebhookReasons = ReasonsOf<typeof webhookShapes>;
