import { expect, test } from "bun:test";
import { type Cause, reason } from "../../../contract/reasons.ts";
import { inWords } from "../../../server/core/inWords.ts";

const at = "2026-01-05T10:00";

test("a wait that ends by a campaign's clock says whose clock that is: whoever reads may be elsewhere", () => {
  expect(inWords(reason("awaiting_winner", { at, zone: "Europe/Vienna" }))).toBe(
    "Waits until Jan 5, 10:00 AM (Europe/Vienna) for the better variant",
  );
  expect(inWords(reason("fell_due_late", { at, zone: "UTC" }))).toStartWith(
    "It was due on Jan 5, 10:00 AM (UTC), and",
  );
});

test("what a version wrote that did not keep the clock's zone is said as before", () => {
  const stored: Cause = { code: "awaiting_winner", params: { at }, reply: null };
  expect(inWords(stored)).toBe("Waits until Jan 5, 10:00 AM for the better variant");
});

test("whoever had a mail yesterday evening is not said to have had one today", () => {
  expect(inWords(reason("excluded_recent", { days: 1 }))).toBe("Had a mail in the last 24 hours");
  expect(inWords(reason("excluded_recent", { days: 7 }))).toBe("Had a mail in the last 7 days");
});
