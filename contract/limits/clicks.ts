import { secondMs } from "./units.ts";

/** Links that are counted, and how machines that follow them are told from people (contract/machines.ts). */
export const clickLimits = {
  /** Different addresses of one campaign; further ones stay as they are, uncounted. */
  linksPerCampaign: 2_000,
  /** Longer addresses stay as they are: many programs cut them off at about this length. */
  urlCharactersMax: 2_048,
  /** Whether an address is one is told by so much of its beginning: its host, or whom an e-mail link writes to. */
  beginningCharacters: 320,
  /** 72 bits at random: nobody comes upon another campaign's link by trying. */
  linkIdBytes: 9,
  /** Behind the address of the installation: `/c/`, the token of a mail, a stop and the id of its link. */
  addressBytes: 61,
  /** Whoever follows a link this soon after the mail was handed over is a scanner on its way to the mailbox. */
  soonMs: 3 * secondMs,
  /** Different links of one mail within this time were followed by a program that follows all of them. */
  burstMs: 500,
  /** How long somebody who clicked may wait for the counting; then they go on uncounted. */
  recordMs: secondMs,
  /** Links in one lead's history, and in a campaign's list. */
  shownMax: 2_000,
} as const;
