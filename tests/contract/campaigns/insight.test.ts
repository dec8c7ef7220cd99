import { afterAll, beforeAll, expect, test } from "bun:test";
import { createMailCountStore } from "../../../db/stores/campaigns/mailCounts.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const from = "insight@sender.test";
let server: TestServer;
let person: TestPerson;
let id = "";

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  await person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, appPassword: "x", alias: `Ada <${from}>` },
  });
  const emails = ["ann@in.test", "bob@in.test", "bounce@in.test", "=cmd@shop.test"];
  await person.client("POST /amplify/leads/bulk", {
    body: { leads: emails.map((email) => ({ firstName: "A", lastName: "Lead", email })) },
  });
  const html = `<p><a href="https://shop.test/a">One</a> <a class='x' href='https://shop.test/b' title="a > b">Two</a></p>
    <!--[if mso]><a href="https://shop.test/a">Outlook</a><![endif]--><area href="https://shop.test/b">`;
  const sent = await person.client("POST /email/send", {
    body: { subject: "Spring", from, collection: "all", html, trackOpens: true, trackClicks: true },
  });
  id = sent.campaignId;
  await until(async () => {
    const { counts } = await person.client("GET /amplify/campaigns/{id}", { params: { id } });
    return counts.sent === 3 && counts.failed === 1;
  });
  await createMailCountStore(server.core.database).countNoted(100);
});
afterAll(() => server.close());

const get = (path: string) =>
  fetch(`${server.url}/amplify/campaigns/${path}`, { headers: { cookie: person.cookie } });
const asPlan = (status: "AMFR" | "AMPR") => server.grant(person, { status });

test("figures over time, by link and domain, and beside others are refused where the plan has none", async () => {
  await asPlan("AMFR");
  const closed = [`${id}/times`, `${id}/breakdown?by=link`, `${id}/breakdown?by=domain`, `${id}/clicks`];
  for (const path of [...closed, `compare?ids=${id}`])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 403 });
  for (const path of [`${id}/breakdown?by=account`, `${id}/causes`, `${id}/picture`, `${id}/deliveries.csv`])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 200 });
  await asPlan("AMPR");
  for (const path of [...closed, `compare?ids=${id}`])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 200 });
});

test("the file holds every recipient once, and nothing that a spreadsheet would run", async () => {
  const text = await (await get(`${id}/deliveries.csv`)).text();
  const lines = text.replace("\ufeff", "").trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines.filter((line) => line.startsWith("'=cmd@shop.test,sent"))).toHaveLength(1);
  expect(lines.find((line) => line.startsWith("bounce@"))).toContain("550 5.1.1");
});

test("each link of the mail has one mark where it is read, whatever stands around it", async () => {
  await asPlan("AMPR");
  const heat = await person.client("GET /amplify/campaigns/{id}/clicks", { params: { id }, query: {} });
  expect(heat.html).toMatch(/<a href="https:\/\/shop\.test\/a"><span [^>]+>0<\/span>One/);
  expect(heat.html).toMatch(/title="a > b"><span [^>]+>0<\/span>Two/);
  expect(heat.html).toContain('<area href="https://shop.test/b">');
  expect(heat.links.map(({ url, place }) => [url, place])).toEqual([
    ["https://shop.test/a", 1],
    ["https://shop.test/b", 2],
  ]);
});

test("a day is one of the zone that asks, and a division that would be too fine is made coarser", async () => {
  await asPlan("AMPR");
  const times = (query: { by: "minute" | "day"; zone: string }) =>
    person.client("GET /amplify/campaigns/{id}/times", { params: { id }, query });
  const { points, sum } = await times({ by: "day", zone: "Pacific/Kiritimati" });
  expect(sum).toMatchObject({ sent: 3, opened: 0, optedOut: 0 });
  const clock = new Intl.DateTimeFormat("en", {
    ...{ timeZone: "Pacific/Kiritimati", hour: "numeric", hourCycle: "h23" },
  });
  expect(points.map(({ at }) => clock.format(at))).toEqual(["00"]);
  expect((await times({ by: "minute", zone: "UTC" })).by).toBe("minute");
});

test("what is somebody else's is not compared, and each campaign stands there once", async () => {
  await asPlan("AMPR");
  const stranger = await server.signUp();
  await server.grant(stranger, { status: "AMPR" });
  const asked = stranger.client("GET /amplify/campaigns/compare", { query: { ids: id } });
  await expect(asked).rejects.toMatchObject({ code: "not_found" });
  const twice = await person.client("GET /amplify/campaigns/compare", { query: { ids: `${id},${id}` } });
  expect(twice).toHaveLength(1);
});

test("one that was deleted keeps nobody from comparing the others", async () => {
  await asPlan("AMPR");
  const gone = "00000000-0000-7000-8000-000000000000";
  const left = await person.client("GET /amplify/campaigns/compare", { query: { ids: `${gone},${id}` } });
  expect(left.map(({ _id }) => _id)).toEqual([id]);
  const none = person.client("GET /amplify/campaigns/compare", { query: { ids: gone } });
  await expect(none).rejects.toMatchObject({ code: "not_found" });
});
