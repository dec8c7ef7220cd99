import { amount, grouped } from "../../sentences/en/words.ts";

/** How an account has been doing: its budget, and what came of its mails by the day. */
export const accountHealth = {
  title: "The last 30 days",
  what: "How the account has been doing",
  kinds: {
    accepted: "Accepted",
    refused: "Refused",
    bounced: "Bounced",
    complained: "Complaints",
    uncertain: "Uncertain",
  },
  /** What each of them means, for who does not know the words. */
  meanings: {
    accepted: "taken by its server, which is not yet arrived",
    refused: "refused for good by its server",
    bounced: "taken, and returned later",
    complained: "reported as unwanted by its recipient",
    uncertain: "nobody knows whether it left",
  },
  none: "Nothing was sent from it in the last 30 days.",
  whatCounts: "Days are in UTC. Test mails are not included.",
  plot: ({ kind, count, most, day }: { kind: string; count: number; most: number; day: string }) =>
    count === 0
      ? `${kind}: none in 30 days`
      : `${kind}: ${grouped(count)} in 30 days, most on ${day} with ${grouped(most)}`,
  count: (count: number) => grouped(count),
  showTable: "Show as a table",
  hideTable: "Hide the table",
  tableOf: (who: string) => `What became of the mails of ${who}, by day`,
  day: "Day",
  budget: {
    title: "Budget",
    used: ({ used, max }: { used: number; max: number | null }) =>
      max === null
        ? `${grouped(used)} in 24 hours, no daily limit`
        : `${grouped(used)} of ${grouped(max)} in 24 hours`,
    rampDay: ({ day, max, more }: { day: number; max: number; more: string }) =>
      `Day ${day} of its ramp-up: ${amount(max, "mail")} in 24 hours, more from ${more}.`,
    frees: ({ count, first, last }: { count: number; first: string; last: string }) =>
      first === last
        ? `What went counts until ${first}.`
        : `Of what went, the first ${count === 1 ? "mail counts" : `${grouped(count)} count`} until ${first}, the last until ${last}.`,
  },
};
