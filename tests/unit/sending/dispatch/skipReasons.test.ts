import { expect, test } from "bun:test";
import type { LookedAt } from "../../../../db/stores/campaigns/ledgerSending.ts";
import type { Barred } from "../../../../db/stores/leads/suppressions.ts";
import { skipReasonOfClaimed } from "../../../../server/sending/dispatch/ReadyMails.ts";

const lead = {
  firstName: "Ada",
  lastName: "Lovelace",
  phone: "",
  fields: {},
  email: "ada@in.test",
  optout: false,
  consent: "unknown" as const,
};
const claimed: LookedAt = {
  id: "d",
  email: "ada@in.test",
  thread: null,
  lead,
  isSuppressed: false,
  isBounced: false,
  window: null,
  zone: null,
  spread: null,
};
const receipt: LookedAt = {
  ...claimed,
  lead: null,
  mail: { kind: "receipts", suppressedKind: null, name: "", sealedValues: null, expiresAt: 0 },
};
/** The same, of an address that takes none of a kind. */
const unwanted = (suppressedKind: string): LookedAt => ({
  ...receipt,
  isSuppressed: true,
  isBounced: true,
  ...(receipt.mail && { mail: { ...receipt.mail, suppressedKind } }),
});

/** Why it must not go; null where it may. `barred` is what is said of the address that it was written for. */
const why = (found: LookedAt, barred?: Barred) =>
  skipReasonOfClaimed(found, new Map(barred === undefined ? [] : [["ada@in.test", barred]]))?.code ?? null;

test("a campaign's mail goes to a lead of whom nothing is said that forbids it", () => {
  expect(why(claimed)).toBeNull();
  expect(skipReasonOfClaimed(claimed, new Map([["other@in.test", "unsubscribed"]]))).toBeNull();
});

test("a campaign's mail goes to nobody who is deleted, opted out, has left or whose mails come back", () => {
  expect(why({ ...claimed, lead: null })).toBe("lead_deleted");
  expect(why({ ...claimed, lead: { ...lead, optout: true } })).toBe("opted_out");
  expect(why({ ...claimed, isSuppressed: true })).toBe("unsubscribed");
  expect(why({ ...claimed, isBounced: true })).toBe("address_bounced");
});

test("what is said of the address that a mail was written for counts beside what is said of its lead's address now", () => {
  for (const barred of ["unsubscribed", "address_bounced"] as const)
    expect(why(claimed, barred)).toBe(barred);
  expect(why({ ...claimed, isBounced: true }, "unsubscribed")).toBe("unsubscribed");
  expect(why({ ...claimed, isSuppressed: true }, "address_bounced")).toBe("unsubscribed");
});

test("a transactional mail goes to whoever it names, unless they take none of its kind or their mails come back", () => {
  expect(why(receipt)).toBeNull();
  // No word about campaigns stops it.
  expect(why(receipt, "unsubscribed")).toBeNull();
  expect(why({ ...receipt, isBounced: true })).toBe("address_bounced");
  for (const kind of ["receipts", "*"])
    expect(skipReasonOfClaimed(unwanted(kind), new Map())).toMatchObject({
      code: "kind_suppressed",
      params: { kind },
    });
});
