import { expect, test } from "bun:test";
import { forecastWords } from "../../../contract/campaigns/forecastWords.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { forecastTexts } from "../../../contract/texts/forecast.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { planForecast } from "../../../server/campaigns/plans/planForecast.ts";
import { noAudience, stepOf } from "../../support/campaigns/sequenceWorld.ts";
import { credentialRow } from "../../support/smtp/sendingRows.ts";

type Account = Parameters<typeof credentialRow>[0];

function forecast(of: {
  startAt: string;
  recipients: number;
  window?: PlanContent["window"];
  zone?: string;
  accounts?: Account[];
  sentToday?: number;
  sentThisMinute?: number;
  spread?: PlanContent["spread"];
  steps?: PlanContent["steps"];
  zones?: Record<string, number>;
}) {
  const { window = null, zone = "Europe/Berlin", accounts = [{}], sentToday = 0, recipients } = of;
  const { spread = "fast", steps = [stepOf("one")] } = of;
  const content: PlanContent = {
    name: "",
    kind: "once",
    audience: noAudience,
    steps,
    whenFull: "wait",
    accounts: accounts.map((_, nth) => `a${nth}`),
    window,
    zone,
    zoneField: null,
    spread,
    startAt: null,
    holdSeconds: 0,
    trackOpens: false,
    trackClicks: false,
    stop: { onClick: false, onReply: false, onLeaving: false, onField: null },
  };
  const usages = accounts.map((limits, nth) => ({
    account: credentialRow({ id: `a${nth}`, ...limits }),
    sentToday,
    ...(of.sentThisMinute === undefined ? {} : { sentThisMinute: of.sentThisMinute }),
  }));
  const zones = new Map(Object.entries(of.zones ?? {}));
  const told = planForecast({ content, usages, recipients, zones, startAt: Date.parse(of.startAt) });
  const clock = (at: number | null) => (at === null ? null : `${new Date(at).toISOString().slice(0, 16)}Z`);
  return {
    first: clock(told.firstMailAt),
    last: clock(told.lastMailAt),
    shares: told.accounts.map(({ recipients: count }) => count),
    limitedBy: told.limitedBy,
    ...(told.awaitsChoice ? { awaitsChoice: true } : {}),
  };
}

const weekdays = [1, 2, 3, 4, 5];
const everyDay = [1, 2, 3, 4, 5, 6, 7];

test("what nothing holds up goes at once, and to nobody never", () => {
  expect(forecast({ startAt: "2026-01-09T15:00Z", recipients: 40 })).toMatchObject({
    first: "2026-01-09T15:00Z",
    last: "2026-01-09T15:00Z",
    limitedBy: null,
  });
  expect(forecast({ startAt: "2026-01-09T15:00Z", recipients: 0 })).toMatchObject({
    first: null,
    last: null,
  });
});

test("a minute's worth goes at once, unless it has gone already", () => {
  const asked = { startAt: "2026-01-09T15:00Z", recipients: 30, accounts: [{ perMinute: 30 }] };
  expect(forecast(asked)).toMatchObject({ last: "2026-01-09T15:00Z", limitedBy: null });
  expect(forecast({ ...asked, sentThisMinute: 30 })).toMatchObject({
    last: "2026-01-09T15:01Z",
    limitedBy: "a0",
  });
});

test("it begins as its window opens, and paced mails go on the next day where that closes", () => {
  const window = { days: weekdays, from: "09:00", to: "11:00" };
  // A Friday afternoon; three hours of mails, of which Monday has two.
  const told = forecast({
    startAt: "2026-01-09T15:00Z",
    recipients: 180,
    window,
    accounts: [{ gapMs: 60_000 }],
  });
  expect(told).toMatchObject({ first: "2026-01-12T08:00Z", last: "2026-01-13T09:00Z", limitedBy: "a0" });
});

test("a wait that a window closes in is over when it opens again, and none is told for when it is closed", () => {
  const accounts = [{ gapMs: 600_000 }];
  const startAt = "2026-01-05T06:00Z";
  // One as it opens on each day from Monday on, where it closes before the next could go.
  const narrow = { window: { days: everyDay, from: "09:00", to: "09:05" }, startAt, accounts, recipients: 8 };
  expect(forecast(narrow).last).toBe("2026-01-12T08:05Z");
  expect(forecast({ ...narrow, spread: "even" }).last).toBe("2026-01-12T08:05Z");
  // At nine, ten past and twenty past: three on each of two Mondays, and two on the third.
  const weekly = { ...narrow, window: { days: [1], from: "09:00", to: "09:25" } };
  expect(forecast(weekly).last).toBe("2026-01-19T08:20Z");
});

test("an hour that clocks skip is no time in which mails go", () => {
  const window = { days: everyDay, from: "01:30", to: "03:30" };
  const accounts = [{ gapMs: 60_000 }];
  const told = forecast({ startAt: "2026-03-28T20:00Z", recipients: 90, window, accounts });
  expect(told).toMatchObject({ first: "2026-03-29T00:30Z", last: "2026-03-30T00:00Z" });
});

test("a daily limit takes days and not as many hours of its window", () => {
  const window = { days: weekdays, from: "09:00", to: "17:00" };
  const accounts = [{ perDay: 10 }];
  // Ten on Thursday, ten on Friday, five on Monday.
  const told = forecast({ startAt: "2026-01-08T08:00Z", recipients: 25, window, accounts });
  expect(told).toMatchObject({ first: "2026-01-08T08:00Z", last: "2026-01-12T08:00Z", limitedBy: "a0" });
  const spent = forecast({ startAt: "2026-01-08T08:00Z", recipients: 25, window, accounts, sentToday: 10 });
  expect(spent.last).toBe("2026-01-13T08:00Z");
});

test("by leads' own zones it is done when the last of them is, and who opens earlier uses up the day", () => {
  const window = { days: weekdays, from: "09:00", to: "17:00" };
  // Ten in Berlin, where it is ten in the morning, ten in New York from nine there on, ten in Tokyo from the next day on.
  const zones = { "America/New_York": 10, "Asia/Tokyo": 10 };
  const asked = { startAt: "2026-01-07T09:00Z", recipients: 30, window, zones };
  expect(forecast(asked)).toMatchObject({
    first: "2026-01-07T09:00Z",
    last: "2026-01-08T00:00Z",
    limitedBy: null,
  });
  expect(forecast({ ...asked, accounts: [{ gapMs: 60_000 }] }).last).toBe("2026-01-08T00:10Z");
  // Twenty a day: Tokyo's ten are beyond the first day, and wait until the window opens on the next.
  expect(forecast({ ...asked, accounts: [{ perDay: 20 }] })).toMatchObject({
    last: "2026-01-09T00:00Z",
    limitedBy: "a0",
  });
  expect(forecast({ ...asked, zones: { "Asia/Tokyo": 30 } }).first).toBe("2026-01-08T00:00Z");
});

test("what one account has no room for today the other takes, and the slower one says when all is done", () => {
  const accounts = [{ perDay: 10 }, { gapMs: 60_000 }];
  const told = forecast({ startAt: "2026-01-08T08:00Z", recipients: 40, accounts });
  expect(told).toEqual({
    first: "2026-01-08T08:00Z",
    last: "2026-01-08T08:30Z",
    shares: [10, 30],
    limitedBy: "a1",
  });
});

test("one that opens only in an hour that clocks skip begins a week later", () => {
  const window = { days: [7], from: "02:10", to: "02:50" };
  const told = forecast({ startAt: "2026-03-28T20:00Z", recipients: 5, window });
  expect(told.first).toBe("2026-04-05T00:10Z");
});

test("spread over its hours the last mail goes as they end, and that is no account's doing", () => {
  const window = { days: weekdays, from: "09:00", to: "17:00" };
  const asked = { startAt: "2026-01-08T08:00Z", recipients: 25, window, spread: "even" as const };
  const close = "2026-01-08T16:00Z";
  expect(forecast(asked)).toMatchObject({ first: "2026-01-08T08:00Z", last: close, limitedBy: null });
  // Ten on Thursday, ten on Friday, and five over all of Monday.
  const limited = forecast({ ...asked, accounts: [{ perDay: 10 }] });
  expect(limited).toMatchObject({ last: "2026-01-12T16:00Z", limitedBy: "a0" });
});

test("the rest of a test goes once its time is over, in the hours that are open then", () => {
  const variants = [
    { id: "a", share: 20 },
    { id: "b", share: 20 },
  ];
  const steps = [{ ...stepOf("one"), variants, test: { by: "clicks" as const, afterMinutes: 240 } }];
  const asked = { startAt: "2026-01-08T08:00Z", recipients: 100, steps };
  expect(forecast(asked)).toMatchObject({ last: "2026-01-08T12:00Z", limitedBy: null });
  const window = { days: weekdays, from: "09:00", to: "11:00" };
  expect(forecast({ ...asked, window }).last).toBe("2026-01-09T08:00Z");
  // What a person chooses goes then, which nobody can tell: the sample is what is told of.
  const byHand = steps.map((step) => ({ ...step, test: { ...step.test, by: "person" as const } }));
  const chosen = forecast({ ...asked, steps: byHand, accounts: [{ gapMs: 60_000 }] });
  expect(chosen).toMatchObject({ last: "2026-01-08T08:40Z", limitedBy: "a0", awaitsChoice: true });
  // Forty mails a minute apart, four hours, and sixty more.
  const paced = forecast({ ...asked, accounts: [{ gapMs: 60_000 }] });
  expect(paced).toMatchObject({ last: "2026-01-08T13:40Z", limitedBy: "a0" });
});

test("in words it names the year where that is another one, and the day where that is not today", () => {
  const now = Date.parse("2026-11-24T09:00Z");
  const saidOf = (lastMail: string | null, more: { awaitsChoice?: boolean } = {}) =>
    forecastWords(
      {
        firstMailAt: now,
        lastMailAt: lastMail === null ? null : Date.parse(lastMail),
        limitedBy: null,
        accounts: [],
        days: 1,
        ...more,
      },
      {
        texts: textsIn("en")(forecastTexts),
        mails: 1,
        now,
        dayOf: (at) => new Date(at).toISOString().slice(0, 10),
        clockOf: () => "9:00",
      },
    );
  expect(saidOf("2026-11-24T10:00Z")).toBe("Done about 9:00");
  expect(saidOf("2026-12-31T10:00Z")).toBe("Done on Thu, Dec 31 about 9:00");
  expect(saidOf("2028-11-20T10:00Z")).toBe("Done on Mon, Nov 20, 2028 about 9:00");
  expect(saidOf("2026-11-24T10:00Z", { awaitsChoice: true })).toBe(
    "The sample is done about 9:00; the rest waits until somebody chooses the better variant",
  );
  // What begins and goes on for years is not said to go never.
  expect(saidOf(null)).toBe("When it is done lies too far ahead to tell");
});
