import { webhookLimits } from "../../../limits/api/webhooks.ts";
import { amountUpTo, grouped } from "../../../sentences/en/words.ts";

/** What `--help` says of webhooks. */
export const webhookHelp = {
  group: "Programs:",
  summary:
    "List webhooks, which are addresses that are told what happens; add, edit, pause, resume, test, look at",
  list: "List webhooks",
  add: "Add a webhook; its secret is shown this once",
  url: "the address that is told, beginning with https://",
  name: "what it is called (default: the address's host)",
  type: "a type of event that it is told of; may be given several times (default: all)",
  remove: "Remove a webhook and its log",
  which: "its name, its address or its identifier",
  edit: "Change a webhook's name, address or types; what is not named stays",
  newName: "what it is called from then on",
  newUrl: "the address that is told from then on",
  newType: "the types that it is told of from then on, in place of those before; may be given several times",
  pause: "Send it nothing, and note nothing new for it, until it is resumed",
  resume: "Go on with a webhook that was paused, by you or because it failed; what waited goes first",
  rotate: "Make a new secret, shown this once; the one before signs too for a day",
  test: "Send a signed test event now and say what came back",
  deliveries: "List what became of its events, newest first",
  state: "only those in this state",
  ofType: "only those of this type",
  redeliver: "Send an event again, or those of a span",
  event: "the event's identifier (default: those of the span)",
  from: "those that happened from then on: a date or a time (default: all)",
  to: "those that happened until then (default: now)",
  all: "also what was delivered, and not only what was given up",
};

/** What its commands print. */
export const webhookOutput = {
  none: (add: string) => `Nobody is told anything yet. Add an address: ${add}`,
  added: ({ name, url }: { name: string; url: string }) => `${name} is told from now on, at ${url}.`,
  secret: "Its secret, which is not shown again:",
  removed: (name: string) => `${name} is removed.`,
  delivered: ({ status, tookMs }: { status: number; tookMs: number }) =>
    `Delivered: the receiver answered ${status} in ${tookMs} ms.`,
  notDelivered: (why: string) => `Not delivered. ${why}`,
  noDeliveries: "Nothing of this kind has happened since it was added.",
  badTime: (text: string) => `"${text}" is no time. Give one such as 2026-11-23 or 2026-11-23T09:30.`,
  paused: ({ name, resume }: { name: string; resume: string }) =>
    `${name} is paused: nothing is sent to it, and nothing new noted. To go on: ${resume}`,
  resumed: ({ name }: { name: string }) => `${name} is told again from now on.`,
  sendAgain: ({ givenUp, again }: { givenUp: number; again: string }) =>
    `Given up: ${amountUpTo(givenUp, webhookLimits.countedMax, "event")}. To have them sent again: ${again}`,
  counted: (count: number) =>
    count < webhookLimits.countedMax ? grouped(count) : `${grouped(webhookLimits.countedMax)}+`,
  rotated: (name: string) =>
    `${name} has a new secret. For a day the one before signs too: give the receiver the new one until then.`,
  changed: ({ name, url }: { name: string; url: string }) => `${name} is told at ${url}.`,
  nothingToChange: "Say what changes: --name, --url or --type.",
  named: ({ name, url }: { name: string; url: string }) => `${name} (${url})`,
  several: ({ text, names }: { text: string; names: string }) =>
    `"${text}" means several webhooks; name one by its address: ${names}.`,
  notFound: ({ text, names }: { text: string; names: string }) =>
    names === "" ? `There is no webhook "${text}".` : `There is no webhook "${text}". There is: ${names}.`,
  deliveryStates: { waiting: "waiting", delivered: "delivered", given_up: "given up" },
  states: { active: "active", paused: "paused", failing: "failing" },
  columns: {
    name: "NAME",
    url: "ADDRESS",
    state: "STATE",
    waiting: "WAITING",
    givenUp: "GIVEN UP",
    event: "EVENT",
    type: "TYPE",
    at: "WHEN",
    tries: "TRIES",
    came: "ANSWER",
  },
};
