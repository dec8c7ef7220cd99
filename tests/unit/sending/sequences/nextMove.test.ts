import { expect, test } from "bun:test";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import { dayMs, hourMs, minuteMs } from "../../../../contract/limits/units.ts";
import type { CampaignStep, PlanContent, StepCondition } from "../../../../contract/schemas/campaignPlan.ts";
import { type Move, nextMove, type Standing } from "../../../../server/campaigns/sequences/nextMove.ts";
import { stepOf } from "../../../support/campaigns/sequenceWorld.ts";

const now = Date.UTC(2026, 0, 5, 9);
const dayMinutes = dayMs / minuteMs;
const noStop: PlanContent["stop"] = { onClick: false, onReply: false, onLeaving: false, onField: null };

type Mail = NonNullable<Standing["mail"]>;
type Lead = NonNullable<Standing["lead"]>;

const lead: Lead = { optout: false, isSuppressed: false, isBounced: false, fields: null };
const newcomer: Standing = {
  step: -1,
  dueAt: now,
  mail: null,
  lead,
  mayComeBack: false,
  had: new Set<number>(),
  hasClicked: false,
  hasReplied: false,
  hasLeft: false,
};

/** Where a lead stands whose first mail went a day ago, and whose second one is due in that very moment. */
function after(mail: Partial<Mail> = {}, standing: Partial<Standing> = {}): Standing {
  const sent = { step: 0, state: "sent" as const, reasonCode: null, dueAt: now - dayMs, sentAt: now - dayMs };
  const whole = { ...sent, openedAt: null, clickedAt: null, followed: new Set<string>(), ...mail };
  return { ...newcomer, step: 0, mail: whole, ...standing };
}

const two = [stepOf("one"), stepOf("two", { delayMinutes: dayMinutes })];
const three = [...two, stepOf("three", { delayMinutes: 2 * dayMinutes })];

function move(standing: Standing, steps: CampaignStep[] = two, stop: Partial<typeof noStop> = {}): Move {
  return nextMove({ steps, stop: { ...noStop, ...stop } }, standing, now);
}

const goes = (step: number, dueAt = now): Move => ({ kind: "mail", step, dueAt });
const waits = (step: number, until: number): Move => ({ kind: "wait", step, until });

test("a mail goes in the very moment that it is due, and not a moment before", () => {
  expect(move(newcomer)).toEqual(goes(0));
  expect(move({ ...newcomer, dueAt: now + 1 })).toEqual(waits(-1, now + 1));
  expect(move({ ...newcomer, dueAt: now - hourMs })).toEqual(goes(0, now - hourMs));
  expect(move(after())).toEqual(goes(1));
  expect(move(after({ sentAt: now - dayMs + 1 }))).toEqual(waits(0, now + 1));
  // What it was said to wait for holds, though its delay is over.
  expect(move(after({}, { dueAt: now + hourMs }))).toEqual(waits(0, now + hourMs));
});

test("a lead that had the last mail is done at once, however that one was received", () => {
  const done = { kind: "end", step: 1, why: { code: "sequence_done" } };
  const last = after({ step: 1, sentAt: now }, { step: 1, dueAt: now + hourMs });
  expect(move(last)).toMatchObject(done);
});

test.each(["queued", "sending", "deferred", "uncertain"] as const)(
  "a mail that is %s is looked at the less often the longer it waits, but as soon as what follows may be due",
  (state) => {
    const { unsentLookMs, unsentLookMaxMs } = campaignLimits;
    const looked = (dueAt: number, steps = two) => move(after({ state, sentAt: null, dueAt }), steps);
    for (const steps of [two, two.slice(0, 1)]) {
      expect(looked(now, steps)).toEqual(waits(0, now + unsentLookMs));
      expect(looked(now - 5 * minuteMs, steps)).toEqual(waits(0, now + 5 * minuteMs));
      // Not before its next try.
      expect(looked(now + 5 * minuteMs, steps)).toEqual(waits(0, now + 5 * minuteMs));
      expect(looked(now - 9 * dayMs, steps)).toEqual(waits(0, now + unsentLookMaxMs));
    }
    const soon = (delayMinutes: number) => [stepOf("one"), stepOf("two", { delayMinutes })];
    expect(looked(now - 9 * dayMs, soon(5))).toEqual(waits(0, now + 5 * minuteMs));
    expect(looked(now - 9 * dayMs, soon(0))).toEqual(waits(0, now + unsentLookMs));
  },
);

const link = "https://a.test/";
const conditions: [StepCondition, Partial<Mail>, boolean][] = [
  [{ kind: "always" }, {}, true],
  [{ kind: "notOpened" }, {}, true],
  [{ kind: "notOpened" }, { openedAt: now }, false],
  [{ kind: "notClicked" }, {}, true],
  [{ kind: "notClicked" }, { openedAt: now }, true],
  [{ kind: "notClicked" }, { clickedAt: now }, false],
  [{ kind: "clicked", link: null }, {}, false],
  [{ kind: "clicked", link: null }, { clickedAt: now }, true],
  [{ kind: "clicked", link }, { clickedAt: now, followed: new Set(["https://b.test/"]) }, false],
  [{ kind: "clicked", link }, { clickedAt: now, followed: new Set([link]) }, true],
];

test.each(conditions)("a step that asks %j of a mail with %j goes: %p", (condition, mail, isSent) => {
  const steps = [stepOf("one"), stepOf("two", { condition, delayMinutes: dayMinutes }), ...three.slice(2)];
  expect(move(after(mail), steps)).toEqual(isSent ? goes(1) : waits(1, now + 2 * dayMs));
});

test("a step that asks something of a mail is for nobody who had none", () => {
  for (const condition of [
    { kind: "notOpened" },
    { kind: "notClicked" },
    { kind: "clicked", link: null },
  ] as const)
    expect(move(newcomer, [stepOf("one", { condition }), stepOf("two")])).toEqual(goes(1));
  const followed = stepOf("one", { condition: { kind: "clicked", link } });
  expect(move(newcomer, [followed])).toMatchObject({ kind: "end", step: 0, why: { code: "sequence_done" } });
});

test("whoever is passed over waits for the step after from when that one was due, and is asked of their last mail", () => {
  const passing = [two[0], stepOf("two", { condition: { kind: "notOpened" }, delayMinutes: dayMinutes })];
  const steps = [...passing, stepOf("three", { delayMinutes: 60 })] as CampaignStep[];
  const opened = { openedAt: now - hourMs, sentAt: now - dayMs - 2 * hourMs };
  // Due two hours ago and an hour after that: both at this one look.
  expect(move(after(opened, { dueAt: 0 }), steps)).toEqual(goes(2, now - hourMs));
  const passed = after({ ...opened, sentAt: now - 9 * dayMs }, { step: 1, dueAt: now + 1 });
  expect(move(passed, steps)).toEqual(waits(1, now + 1));
  expect(move({ ...passed, dueAt: now }, steps)).toEqual(goes(2));
  // Whatever has become of a mail before the step that it stands at.
  expect(
    move({ ...passed, dueAt: now, mail: { ...(passed.mail as Mail), state: "uncertain" } }, steps),
  ).toEqual(goes(2));
});

const ends: [string, Partial<Standing>, Partial<typeof noStop>][] = [
  ["lead_deleted", { lead: null }, {}],
  ["opted_out", { lead: { ...lead, optout: true } }, {}],
  ["unsubscribed", { lead: { ...lead, isSuppressed: true } }, {}],
  ["address_bounced", { lead: { ...lead, isBounced: true } }, {}],
  ["stopped_by_reply", { hasReplied: true }, { onReply: true }],
  ["stopped_by_click", { hasClicked: true }, { onClick: true }],
  ["stopped_by_leaving", { hasLeft: true }, { onLeaving: true }],
  ["stopped_by_field", { lead: { ...lead, fields: { f: "x" } } }, { onField: "f" }],
  ["stopped_by_field", { lead: { ...lead, fields: { f: 0 } } }, { onField: "f" }],
];

test.each(ends)("%s ends it in front of whatever is due, before a first mail too", (code, standing, stop) => {
  expect(move(after({}, standing), two, stop)).toMatchObject({ kind: "end", step: 0, why: { code } });
  expect(move({ ...newcomer, ...standing }, two, stop)).toMatchObject({
    kind: "end",
    step: -1,
    why: { code },
  });
  const waiting = after({ state: "queued", sentAt: null }, standing);
  expect(move(waiting, two, stop)).toMatchObject({ kind: "end", step: 0, why: { code } });
});

test("what it was told to stop for does not end it where that has not happened", () => {
  const stop = { onClick: true, onReply: true, onLeaving: true, onField: "f" };
  expect(move(after(), two, stop)).toEqual(goes(1));
  expect(move(newcomer, two, stop)).toEqual(goes(0));
});

test("what it was not told to stop for does not end it", () => {
  const did = after({}, { hasClicked: true, hasReplied: true, hasLeft: true });
  expect(move({ ...did, lead: { ...lead, fields: { f: "x" } } })).toEqual(goes(1));
  for (const value of [undefined, null, "", false])
    expect(move(after({}, { lead: { ...lead, fields: { f: value } } }), two, { onField: "f" })).toEqual(
      goes(1),
    );
});

test.each([
  ["failed", null, "not_delivered"],
  ["failed", "opted_out", "not_delivered"],
  ["skipped", "opted_out", "opted_out"],
  ["skipped", "unsubscribed", "unsubscribed"],
  ["skipped", "lead_deleted", "lead_deleted"],
  ["skipped", "address_bounced", "address_bounced"],
  ["skipped", "stopped_by_reply", "stopped_by_reply"],
  ["skipped", "over_plan", "not_delivered"],
  ["skipped", null, "not_delivered"],
] as const)("a mail that is %s for %p ends it as %s", (state, reasonCode, code) => {
  const ended = move(after({ state, reasonCode, sentAt: null }));
  const params = code === "not_delivered" ? { step: 1 } : {};
  expect(ended).toMatchObject({ kind: "end", step: 0, why: { code, params } });
});
