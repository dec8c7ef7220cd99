import type { WebhookReasons, WebhookRefusals } from "../../reasons/webhooks.ts";
import { certificateFault } from "../../sending/certificateFaults.ts";
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
  webhook_unreached: ({ detail }) => unreached(detail),
  webhook_given_up: ({ hours, last }, { of }) =>
    `An event could not be delivered for ${amount(hours, "hour")}. The last try: ${of(last)}`,
  webhook_secret_lost: () => "The secret cannot be read with this installation's key. Please rotate it.",
  webhook_of_former: () =>
    "Google has confirmed whose account this is, which had not been proved before. If the webhook is yours, let it go on.",
};

/** What the system's or the library's code means for whoever set the webhook up; the code stays, for whoever runs the receiver. */
function unreached(code: string): string {
  const certificate = certificateFault({ code });
  if (certificate !== undefined)
    return `The receiver's certificate is not accepted, as it ${certificates[certificate]} (${code})`;
  if (code === "undrawn") return "The event could not be put into words here. It is tried again by itself.";
  const known = code.startsWith("HPE_") ? "HPE" : code;
  const why = Object.hasOwn(meanings, known) ? `${meanings[known]} (${code})` : code;
  return `The receiver could not be reached: ${why}`;
}

const meanings: Record<string, string> = {
  ECONNREFUSED: "nothing takes connections at that address and port",
  ECONNRESET: "it broke the connection off",
  ERR_SOCKET_CLOSED: "it broke the connection off",
  EHOSTUNREACH: "no network leads there from this server",
  ENETUNREACH: "no network leads there from this server",
  ERR_SSL_WRONG_VERSION_NUMBER: "what answers at that port does not speak TLS, so it is not https",
  HPE: "what answers at that port does not speak HTTP",
};

const certificates: Record<NonNullable<ReturnType<typeof certificateFault>>, string> = {
  ownSignature: "is signed by nobody but itself",
  unknownAuthority:
    "is signed by an authority that is not known here, or the receiver leaves out the certificates in between",
  expired: "has expired",
  notYetValid: "is not valid yet, or this server's clock is wrong",
  otherName: "was made for another name",
};
