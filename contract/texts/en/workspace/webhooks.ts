import type { WebhookDeliveryState, WebhookType } from "../../../schemas/webhooks.ts";
import { amount } from "../../../sentences/en/words.ts";

const types: Record<WebhookType, string> = {
  "lead.created": "Lead created",
  "lead.updated": "Lead updated",
  "lead.opted_out": "Lead opted out",
  "delivery.sent": "Mail sent",
  "delivery.failed": "Mail failed",
  "delivery.uncertain": "Mail uncertain",
  "delivery.opened": "Mail opened",
  "delivery.clicked": "Link followed",
  "campaign.started": "Campaign started",
  "campaign.paused": "Campaign paused",
  "campaign.finished": "Campaign finished",
  "import.finished": "Import finished",
  "account.stopped": "Account stopped",
};

const states: Record<WebhookDeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  given_up: "Given up",
};

/** Webhooks, in the API tab and in what their calls answer. */
export const webhooks = {
  title: "Webhooks",
  about:
    "Your own program is told what happens here, by a signed request to an address of yours. An event that cannot be delivered is tried again for a day.",
  list: "Your webhooks",
  empty: "Nobody is told anything yet. Add an address, and it is told what you choose.",
  add: "Add webhook",
  edit: "Edit",
  editWhat: (name: string) => `Edit ${name}`,
  save: "Save",
  saving: "Saving …",
  cancel: "Cancel",
  close: "Close",
  name: "Name",
  namePlaceholder: "Our CRM",
  url: "Address",
  urlPlaceholder: "https://example.com/hooks/amplify",
  which: "What it is told",
  all: "All",
  none: "None",
  groups: { lead: "Leads", delivery: "Mails", campaign: "Campaigns", import: "Imports", account: "Accounts" },
  types,
  testType: "Test",
  active: "Active",
  paused: "Paused",
  waiting: (count: number) => `${amount(count, "event")} waiting`,
  givenUp: (count: number) => `${amount(count, "event")} given up`,
  deliveredAt: (when: string) => `Last delivered ${when}`,
  nothingYet: "Nothing delivered yet",
  typesOf: (count: number, all: number) =>
    count === all ? "Every type of event" : amount(count, "type of event", "types of event"),
  formerUntil: (when: string) => `The secret from before signs too until ${when}.`,
  pausedMeans:
    "While it is paused nothing is sent and nothing new is noted for it. What waited goes first when you resume.",
  pause: "Pause",
  resume: "Resume",
  rotate: "New secret",
  rotateAsk:
    "From now on both the new secret and the one from before sign, for a day. Give your receiver the new one in that time.",
  rotateNow: "Make a new secret",
  remove: "Remove",
  removeAsk: (name: string) => `Remove “${name}” and its log? What waits is not sent.`,
  removed: "The webhook was removed",
  secretTitle: "Your webhook's secret",
  secretOnce:
    "Copy it now and give it to your receiver, which checks signatures with it. It is not shown again.",
  secret: "Secret",
  copy: "Copy",
  copied: "Copied",
  done: "Done",
  test: "Send test",
  testing: "Sending …",
  testDelivered: (status: number, tookMs: number) =>
    `Delivered: your receiver answered ${status} in ${tookMs} ms.`,
  testFailed: (why: string) => `Not delivered. ${why}`,
  answered: "It answered:",
  testMessage: "This is a test of your webhook.",
  log: "Log",
  logOf: (name: string) => `What was sent to ${name}`,
  logEmpty: "Nothing of this kind has happened since the webhook was added.",
  anyState: "Any state",
  anyType: "Any event",
  stateFilter: "State",
  typeFilter: "Event",
  states,
  attempts: (count: number) => amount(count, "try", "tries"),
  nextTry: (when: string) => `next ${when}`,
  status: (status: number, tookMs: number | null) =>
    tookMs === null ? `${status}` : `${status} in ${tookMs} ms`,
  redeliver: "Send again",
  redeliverWhat: (type: string) => `Send again: ${type}`,
  redeliverGivenUp: "Send all given up again",
  redeliverSpan: "Send a span again",
  from: "From",
  to: "To",
  deliveredToo: "Those that were delivered too",
  redelivering: (count: number) =>
    count === 0 ? "There is nothing to send again" : `${amount(count, "event")} will be sent again`,
  more: "Show more",
  verify: "How to check signatures",
  verifyAbout:
    "Each request has the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. Check the signature over the bytes as they came, refuse what is older than five minutes, and answer 2xx within fifteen seconds. The same id may come twice: do it once.",
  order:
    "Events of one subject come in their order while none fails. After a failure a later one may come first: “number” grows with every event of a subject, and tells.",
  javaScript: "JavaScript",
  python: "Python",
};
