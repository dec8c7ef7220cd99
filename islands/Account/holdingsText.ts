import type { Holdings } from "../../contract/schemas/account.ts";

/** What somebody has here in words, what there is none of left out: "120 leads", "3 collections". */
export function holdingsText(holdings: Holdings): string[] {
  const counted: readonly [number, string, string][] = [
    [holdings.leads, "lead", "leads"],
    [holdings.collections, "collection", "collections"],
    [holdings.templates, "template", "templates"],
    [holdings.campaigns, "campaign", "campaigns"],
    [holdings.deliveries, "delivery record", "delivery records"],
    [holdings.accounts, "sending account", "sending accounts"],
    [holdings.suppressions, "unsubscribed address (as a hash)", "unsubscribed addresses (as hashes)"],
    [holdings.sandboxMails, "mail in the sandbox mailbox", "mails in the sandbox mailbox"],
  ];
  return counted
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count.toLocaleString()} ${count === 1 ? one : many}`);
}
