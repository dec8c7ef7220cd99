import { expect, test } from "bun:test";
import { exitCodeOf } from "../../../cli/conclude.ts";
import { pickOne } from "../../../cli/find/pickOne.ts";
import type { CampaignFigures } from "../../../cli/format/campaignFigures.ts";
import { PaceMeter } from "../../../cli/format/pace.ts";
import { progressLine } from "../../../cli/format/progressText.ts";
import { Output } from "../../../cli/output.ts";
import { skippedLines } from "../../../cli/sendPlan.ts";
import { processTerminal } from "../../../cli/terminal.ts";
import { reason } from "../../../contract/reasons.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";

const output = new Output({
  terminal: processTerminal,
  server: undefined,
  json: false,
  plain: true,
  color: false,
});
const progress = textsIn("en")(progressTexts);
const noon = new Date(2026, 10, 20, 12).getTime();

const figures: CampaignFigures = {
  campaignId: "c1",
  name: "News",
  state: "running",
  total: 1000,
  sent: 0,
  failed: 0,
  uncertain: 0,
  skipped: 0,
  remaining: 1000,
  waiting: null,
  waitingCode: null,
  kind: "once",
  startAtMs: null,
  holdUntilMs: null,
  nextAtMs: null,
  limitedUntilMs: null,
};

test("every end has its exit code, and uncertain ones outrank failed ones", () => {
  const finished = { ...figures, state: "finished" as const };
  expect(exitCodeOf({ ...finished, sent: 990, skipped: 10 })).toBe(0);
  expect(exitCodeOf({ ...finished, failed: 1 })).toBe(3);
  expect(exitCodeOf({ ...finished, failed: 5, uncertain: 1 })).toBe(4);
  expect(exitCodeOf({ ...figures, state: "paused" })).toBe(4);
  expect(exitCodeOf({ ...figures, state: "cancelled", uncertain: 1 })).toBe(1);
});

test("the rate is of the last while, and the finish time follows from it", () => {
  const meter = new PaceMeter();
  const at = (seconds: number, sent: number, changes: Partial<CampaignFigures> = {}) =>
    meter.measure({ ...figures, sent, remaining: 1000 - sent, ...changes }, seconds * 1000);
  expect(at(0, 0)).toBeNull();
  expect(at(10, 100)).toEqual({ perSecond: 10, doneAtMs: 100_000 });
  // Half an hour of waiting says nothing about the rate now.
  expect(at(1800, 100)).toBeNull();
  expect(at(1802, 200)).toEqual({ perSecond: 50, doneAtMs: 1_818_000 });
  expect(at(1803, 210, { waiting: "daily limit" })?.doneAtMs).toBeNull();
  // The first minute's worth of a limit goes at once, and what comes after it does not.
  expect(at(1803.5, 215, { limitedUntilMs: 9_000_000 })?.doneAtMs).toBe(9_000_000);
  expect(at(1803.6, 216, { limitedUntilMs: 1 })?.doneAtMs).toBeGreaterThan(1_803_600);
  expect(at(1803.7, 216, { waiting: "minute limit", limitedUntilMs: 9_000_000 })?.doneAtMs).toBe(9_000_000);
  // A retry takes failures back into the queue.
  expect(at(1804, 150)).toBeNull();
});

test("a line names only what there is", () => {
  expect(progressLine({ figures, pace: null }, 0, progress)).toBe("0/1000 Sent, 1000 remaining");
  const never = { ...figures, state: "cancelled" as const, total: 0, remaining: 0 };
  expect(progressLine({ figures: never, pace: null }, 0, progress)).toBe("Cancelled");
  const stuck = { ...never, state: "paused" as const, waiting: "An account is gone" };
  expect(progressLine({ figures: stuck, pace: null }, 0, progress)).toBe("Paused: An account is gone");
  expect(
    progressLine(
      { figures: { ...figures, state: "finished", sent: 1000, remaining: 0 }, pace: null },
      0,
      progress,
    ),
  ).toBe("1000/1000 Sent; Finished");
  const waiting = {
    ...figures,
    waiting: "Waiting because of the limit of 5 mails a minute",
    waitingCode: "own_limit",
    nextAtMs: noon,
  };
  expect(progressLine({ figures: waiting, pace: null }, noon - 60_000, progress)).toEndWith(
    "; Waiting because of the limit of 5 mails a minute, until 12:00",
  );
  // As wide as a terminal is, and how fast it was before says nothing.
  const limited = { ...waiting, limitedUntilMs: noon + 3 * 60_000 };
  expect(
    progressLine({ figures: limited, pace: { perSecond: 2, doneAtMs: null } }, noon - 60_000, progress),
  ).toEndWith("; Waiting because of the limit of 5 mails a minute, until 12:00; done about 12:03");
  // A moment that has passed once it is read says nothing.
  expect(progressLine({ figures: waiting, pace: null }, noon - 400, progress)).toEndWith(
    "; Waiting because of the limit of 5 mails a minute",
  );
  expect(
    progressLine(
      { figures: { ...figures, state: "paused", waiting: "Wrong password" }, pace: null },
      0,
      progress,
    ),
  ).toEndWith("; Paused: Wrong password");
  expect(progressLine({ figures, pace: { perSecond: 50, doneAtMs: 20_000 } }, 0, progress)).toEndWith(
    "; 50 a second, done in 20 s",
  );
  const fast = progressLine({ figures, pace: { perSecond: 2_790, doneAtMs: null } }, 0, progress);
  expect(fast).toEndWith("; 2,790 a second");
  const slow = { perSecond: 0.2, doneAtMs: null };
  expect(
    progressLine({ figures: { ...figures, sent: 1, failed: 2, remaining: 997 }, pace: slow }, 0, progress),
  ).toBe("1/1000 Sent, 2 failed, 997 remaining; 12 a minute");
});

test("opted-out and unsubscribed leads share the specification's sentence; other reasons speak for themselves", () => {
  expect(
    skippedLines(
      [
        { email: "a@x.org", reason: "Opted out", cause: reason("opted_out") },
        { email: "b@x.org", reason: "Over your plan's number of leads", cause: reason("over_plan") },
        { email: "c@x.org", reason: "Unsubscribed", cause: reason("unsubscribed") },
      ],
      output,
    ),
  ).toEqual([
    "The following leads have opted out and will not receive the email: a@x.org, c@x.org",
    "Skipped (Over your plan's number of leads): b@x.org",
  ]);
  expect(skippedLines([], output)).toEqual([]);
});

test("a thing is found by name, by identifier and by either end of it, never by guessing", () => {
  const items = [
    { id: "0199-aaaa-1111", name: "News" },
    { id: "0199-bbbb-2222", name: "Offer" },
    { id: "0199-cccc-3333", name: "offer" },
  ];
  const find = (text: string) =>
    pickOne(items, text, { kind: "template", of: (item) => item, texts: textsIn("en")(outputTexts) }).id;
  expect(find("NEWS")).toBe("0199-aaaa-1111");
  expect(find("2222")).toBe("0199-bbbb-2222");
  expect(find("0199-c")).toBe("0199-cccc-3333");
  expect(() => find("offer")).toThrow(
    '"offer" means 2 templates; use the identifier of one of them: 0199-bbbb-2222, 0199-cccc-3333.',
  );
  expect(() => find("0199")).toThrow("means 3 templates");
  expect(() => find("22")).toThrow('There is no template "22". There is: News, Offer, offer.');
  expect(() => find("")).toThrow("There is no template");
  // A starter's identifier is made of words, which somebody may have called a template of their own.
  // As a list shows the end of one, by the first characters of that.
  items.push({ id: "01a21936-b54b-71a0-bca6-7fb93d0b2533", name: "Long" });
  expect(find("3d0b")).toBe("01a21936-b54b-71a0-bca6-7fb93d0b2533");
  items.pop();
  // A comma in a name is not the end of it.
  items.push({ id: "0199-dddd-4444", name: "Winter, two subjects" });
  expect(() => find("22")).toThrow('There is: "News", "Offer", "offer", "Winter, two subjects".');
  items.push({ id: "starter-letter", name: "Plain letter" });
  expect(find("starter-letter")).toBe("starter-letter");
  expect(() => find("letter")).toThrow('There is no template "letter"');
});

test("what was held is about to start once its time is over, and no more taken back", () => {
  const held = { ...figures, total: 0, remaining: 0, state: "holding" as const, holdUntilMs: noon };
  expect(progressLine({ figures: held, pace: null }, noon - 5_000, progress)).toContain("Held back for 5 s");
  expect(progressLine({ figures: held, pace: null }, noon + 1, progress)).toContain("Starting");
});

test("a mail of a sequence that has no subject yet says so, where a comma would stand alone", () => {
  const { mail } = output.texts(campaignTexts).review;
  const one = { variants: 1, condition: { kind: "always" as const }, sameThread: false };
  expect(mail({ ...one, number: 3, subject: "", after: "4 days" })).toBe(
    "Mail 3    (no subject yet), 4 days later",
  );
  expect(mail({ ...one, number: 1, subject: "Hello", after: null })).toBe("Mail 1    Hello");
});

test("a mail of a sequence says to whom of those before it goes, and how", () => {
  const { mail } = output.texts(campaignTexts).review;
  const later = { number: 2, subject: "Did you see it?", after: "3 days", variants: 2, sameThread: true };
  expect(mail({ ...later, condition: { kind: "notOpened" } })).toBe(
    "Mail 2    Did you see it?, 2 variants, 3 days later, to whoever did not open the one before, in the same thread",
  );
  const clicked = mail({ ...later, condition: { kind: "clicked", link: "https://shop.test/a" } });
  expect(clicked).toContain("to whoever followed https://shop.test/a");
});
