/** What other domains ask of reading mailboxes. */

export type { InboundMail, InboundMails } from "./inboundMail.ts";
export type { Readings } from "./readings.ts";
