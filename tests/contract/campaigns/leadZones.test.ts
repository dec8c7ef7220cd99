import { afterEach, expect, test } from "bun:test";
import { drafted, started } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let sending: SendingServer | undefined;
afterEach(async () => {
  await sending?.close();
  sending = undefined;
});

/** It is always the same time of the day in both, of days one after the other. */
const [today, yesterday] = ["Pacific/Kiritimati", "Pacific/Honolulu"] as const;

test("leads get a mail in the hours of their own zone, whose forecast says when the last of them does", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  const field = await client("POST /amplify/fields", { body: { label: "Their zone", kind: "text" } });
  const lead = (name: string, zone: string) => ({
    firstName: name,
    email: `${name}@recipients.example`,
    collection: [],
    fields: zone === "" ? {} : { [field.key]: zone },
  });
  const leads = [lead("east", today), lead("west", yesterday), lead("none", ""), lead("mars", "Mars/Base")];
  await client("POST /amplify/leads/bulk", { body: { leads } });
  const weekday = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: today }).format();
  const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(weekday) + 1;
  const plan = await drafted(sending, {
    window: { days: [day], from: "00:00", to: "24:00" },
    zone: today,
    zoneField: field._id,
  });
  const { forecast, checks } = await client("GET /amplify/campaigns/{id}/review", {
    params: { id: plan._id },
  });
  expect(checks.find(({ cause }) => cause.code === "check_zone_unknown")).toMatchObject({
    part: "when",
    stops: false,
    reason: `1 lead names a time zone that is not known, such as “Mars/Base” in Their zone: the hours of ${today} hold for it. Zones are named like Europe/Berlin.`,
  });
  expect(forecast.lastMailAt).toBeGreaterThan(forecast.firstMailAt ?? Number.POSITIVE_INFINITY);
  expect(forecast.limitedBy).toBeNull();
  expect(forecast.text).toMatch(/^Done on [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+ about \d\d:\d\d, over \d+ days/);

  const { _id: id } = await started(sending, plan, "running");
  const params = { id };
  await until(async () => (await client("GET /amplify/campaigns/{id}", { params })).counts.sent === 3);
  const { items } = await client("GET /amplify/campaigns/{id}/deliveries", { params });
  expect(items.filter(({ state }) => state === "queued").map(({ email }) => email)).toEqual([
    "west@recipients.example",
  ]);
  const parts = await client("GET /amplify/campaigns/{id}/parts", { params });
  expect(parts.map(({ zone, total }) => [zone, total]).sort()).toEqual([
    [yesterday, 1],
    [today, 3],
  ]);
});

test("a zone that is chosen from a list is the lead's as one that is written", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  const choices = [today, yesterday];
  const field = await client("POST /amplify/fields", { body: { label: "Zone", kind: "choice", choices } });
  const lead = (name: string, zone: string) => ({
    firstName: name,
    email: `${name}@recipients.example`,
    collection: [],
    fields: { [field.key]: zone },
  });
  await client("POST /amplify/leads/bulk", {
    body: { leads: [lead("east", today), lead("west", yesterday)] },
  });
  const window = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" };
  const plan = await drafted(sending, { window, zone: "UTC", zoneField: field._id });
  const { checks } = await client("GET /amplify/campaigns/{id}/review", { params: { id: plan._id } });
  expect(checks.map(({ cause }) => cause.code)).not.toContain("check_zone_unknown");
  await started(sending, plan);
  const parts = await client("GET /amplify/campaigns/{id}/parts", { params: { id: plan._id } });
  expect(parts.map(({ zone, total }) => [zone, total]).sort()).toEqual([
    [yesterday, 1],
    [today, 1],
  ]);
});
