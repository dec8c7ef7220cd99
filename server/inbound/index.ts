/** What other domains use of reading mailboxes. */

export type { InboundMail, InboundMails } from "./inboundMail.ts";
export type { Bounce, Finding } from "./reading/finding.ts";
export { mayConcernUs } from "./reading/mayConcernUs.ts";
export { readInbound } from "./reading/readInbound.ts";
export type { Readings } from "./readings.ts";
