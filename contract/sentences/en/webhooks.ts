import type { WebhookReasons, WebhookRefusals } from "../../reasons/webhooks.ts";
import type { Sentences } from "../sentence.ts";
import { amount } from "./words.ts";

/** Webhooks: what a call may be refused for, and why nothing was delivered. */
export const webhooks: Sentences<WebhookRefusals & WebhookReasons> = {
  webhook_not_found: () => "This webhook was not found",
  webhook_event_not_found: () => "This event was not found: it may be older than what is kept",
  webhooks_too_many: ({ max }) =>
    `At most ${max} webhooks can be set up. Remove one that you no longer need first.`,
  webhook_name_missing: () => "Please give the webhook a name",
  webhook_url_malformed: () => "The address of a webhook begins with https:// and holds no user name",
  webhook_url_insecure: () => "The address of a webhook begins with https://, so that nobody can read along",
  webhook_type_unknown: ({ choices }) => `A type of event is one of ${choices.join(", ")}`,
  webhook_types_missing: () => "Please choose at least one type of event",
  webhook_answered: ({ status }) => `The receiver answered ${status}`,
  webhook_redirected: ({ status }) =>
    `The receiver answered ${status} and named another address. Redirects are not followed: please enter the final address.`,
  webhook_gone: () => "The receiver answered 410: it wants no more events",
  webhook_silent: ({ seconds }) => `The receiver did not answer within ${seconds} seconds`,
  webhook_unreached: ({ detail }) => `The receiver could not be reached: ${detail}`,
  webhook_given_up: ({ hours, last }, { of }) =>
    `An event could not be delivered for ${amount(hours, "hour")}. The last try: ${of(last)}`,
  webhook_secret_lost: () => "The secret cannot be read with this installation's key. Please rotate it.",
  webhook_of_former: () =>
    "Google has confirmed whose account this is, which had not been proved before. If the webhook is yours, let it go on.",
};
