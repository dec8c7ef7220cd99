import { dayMs, hourMs } from "./units.ts";

/** What whoever got a mail may do on the page behind its unsubscribe link. */
export const recipientLimits = {
  /** Characters of a reason in somebody's own words; what is beyond is cut off. */
  wordsMax: 500,
  /** A mail that lets somebody come back goes to an address at most this often for one sender, and in all. */
  returnMailEveryMs: hourMs,
  returnMailsPerAddress: { count: 5, windowMs: dayMs },
  /** Such mails to all whom one workspace wrote to: of a hundred thousand some hundred leave, and of those few by mistake. */
  returnMailsPerWorkspace: { count: 100, windowMs: dayMs },
  /** How long the link in it works. */
  returnLinkMs: dayMs,
  /** Who left, on one page of a campaign's list, and in one lead's history. */
  shownMax: 200,
} as const;
