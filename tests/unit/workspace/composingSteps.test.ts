import { expect, test } from "bun:test";
import { restShare } from "../../../contract/campaigns/usualTest.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import {
  delayOf,
  sentSubject,
  withoutVariant,
  withVariant,
} from "../../../islands/Workspace/campaigns/composing/what/steps.ts";
import { tomorrowMorning, wallTime } from "../../../islands/Workspace/campaigns/composing/when/zones.ts";

const step: CampaignStep = {
  id: "s1",
  delayMinutes: 0,
  condition: { kind: "always" },
  sameThread: false,
  variants: [{ id: "a", share: 100 }],
  test: null,
};

test("a delay is said in the largest unit that needs no fraction", () => {
  const said = [0, 45, 90, 60, 4_320, 10_080, 20_160].map((minutes) => {
    const { count, unit } = delayOf(minutes);
    return `${count} ${unit}`;
  });
  expect(said).toEqual(["0 days", "45 minutes", "90 minutes", "1 hours", "3 days", "7 days", "2 weeks"]);
});

test("an answer in the thread has its own subject or that of the mail before, with one Re: before it", () => {
  const mail = (variantId: string, subject: string) => ({
    variantId,
    subject,
    preview: "",
    templateId: null,
    bytes: 1,
    version: 1,
    updatedAt: 0,
  });
  const answer = (id: string) => ({ ...step, id, sameThread: true, variants: [{ id, share: 100 }] });
  const steps = [
    { ...step, sameThread: true },
    answer("b"),
    answer("c"),
    { ...answer("d"), sameThread: false },
  ];
  const mails = [mail("a", "Hello"), mail("b", ""), mail("c", "And one thing more"), mail("d", "Goodbye")];
  const said = ["a", "b", "c", "d"].map((id) => sentSubject({ steps, mails }, id));
  expect(said).toEqual(["Hello", "Re: Hello", "Re: And one thing more", "Goodbye"]);
  const blank = [mail("a", ""), mail("b", "")];
  expect(sentSubject({ steps, mails: blank }, "b")).toBe("");
});

test("variants share alike and leave a rest for the better one; a single one is everybody's", () => {
  const two = withVariant(step, "b");
  const three = withVariant(two, "c");
  expect([two, three].map(({ variants }) => variants.map(({ share }) => share))).toEqual([
    [20, 20],
    [20, 20, 20],
  ]);
  expect([restShare(two), restShare(three)]).toEqual([60, 40]);
  expect(withoutVariant(two, "a")).toEqual({ ...step, variants: [{ id: "b", share: 100 }] });
});

test("a wall time is that of its zone, on both sides of a change of clocks", () => {
  // Norway goes from UTC+1 to UTC+2 on 29 March 2026 at 01:00 UTC.
  expect(wallTime("Europe/Oslo", Date.UTC(2026, 2, 29, 0, 59))).toBe("2026-03-29T01:59");
  expect(wallTime("Europe/Oslo", Date.UTC(2026, 2, 29, 1, 0))).toBe("2026-03-29T03:00");
  expect(wallTime("Asia/Tokyo", Date.UTC(2026, 11, 31, 15, 0))).toBe("2027-01-01T00:00");
  expect(tomorrowMorning("Europe/Oslo", Date.UTC(2026, 11, 31, 23, 30))).toBe("2027-01-02T09:00");
});
