import { afterAll, beforeAll, expect, test } from "bun:test";
import { sendRest } from "../../../contract/campaigns/sendRest.ts";
import { createMailCountStore } from "../../../db/stores/campaigns/mailCounts.ts";
import { drafted, step } from "../../support/campaigns/drafted.ts";
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
    <!--[if mso]><a href="https://shop.test/a">Outlook</a><![endif]--><area href="https://shop.test/b">
    <a href="https://shop.test/a">
      <span title="a > b" style="display:block;padding:13px">Button</span>
    </a>`;
  const sent = await person.client("POST /email/send", {
    body: {
      subject: "Spring {{firstName|news}}",
      from,
      collection: "all",
      html,
      trackOpens: true,
      trackClicks: true,
    },
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
  // By its subject as every list has it, not as it is written.
  expect(lines.filter((line) => line.includes(",Spring news,"))).toHaveLength(4);
});

test("the ledger says when what failed was tried, on the page and in the file", async () => {
  const query = { state: "failed" as const };
  const { items } = await person.client("GET /amplify/campaigns/{id}/deliveries", { params: { id }, query });
  const [{ triedAt = null, sentAt = null } = {}] = items;
  expect({ items: items.length, sentAt, isMoment: triedAt !== null && triedAt > Date.UTC(2026, 0) }).toEqual({
    items: 1,
    sentAt: null,
    isMoment: true,
  });
  const text = await (await get(`${id}/deliveries.csv`)).text();
  expect(text.split("\r\n").find((line) => line.startsWith("bounce@"))).toEndWith(
    new Date(triedAt ?? 0).toISOString(),
  );
});

test("a page of the ledger that holds its last mail leads to no other", async () => {
  const page = (query: { pageSize: number; after?: string }) =>
    person.client("GET /amplify/campaigns/{id}/deliveries", { params: { id }, query });
  expect((await page({ pageSize: 4 })).next).toBeNull();
  const half = await page({ pageSize: 2 });
  const rest = await page({ pageSize: 2, after: half.next ?? "" });
  expect({ items: rest.items.length, next: rest.next }).toEqual({ items: 2, next: null });
});

test("the activity of a send that went at once says who began it, and for how many", async () => {
  const told = await person.client("GET /amplify/campaigns/{id}/activity", { params: { id } });
  expect(told.map(({ cause, who }) => [cause.code, who])).toEqual([
    ["did_finish", null],
    ["did_start", expect.stringMatching(/\w/)],
  ]);
  expect(told.at(-1)?.reason).toBe("It began, with 4 recipients");
});

test("each link of the mail has one mark where it is read, whatever stands around it", async () => {
  await asPlan("AMPR");
  const heat = await person.client("GET /amplify/campaigns/{id}/clicks", { params: { id }, query: {} });
  expect(heat.html).toMatch(/<a href="https:\/\/shop\.test\/a"><span [^>]+>0<\/span>One/);
  expect(heat.html).toMatch(/title="a > b"><span [^>]+>0<\/span>Two/);
  // Within the block that a button's words have: before it the mark would have a line of its own.
  expect(heat.html).toMatch(
    /<span title="a > b" style="display:block;padding:13px"><span [^>]+>0<\/span>Button/,
  );
  expect(heat.html).toContain('<area href="https://shop.test/b">');
  expect(heat.links.map(({ url, place }) => [url, place])).toEqual([
    ["https://shop.test/a", 1],
    ["https://shop.test/b", 2],
  ]);
});

test("of a mail that a campaign does not have it is not said that the campaign is gone", async () => {
  await asPlan("AMPR");
  const { client } = person;
  const noSuch = { code: "not_found", reason: { code: "variant_unknown" } };
  const second = client("GET /amplify/campaigns/{id}/clicks", { params: { id }, query: { step: 1 } });
  await expect(second).rejects.toMatchObject(noSuch);
  const { _id: draft } = await client("POST /amplify/campaigns", { body: {} });
  const asked = client("GET /amplify/campaigns/{id}/clicks", { params: { id: draft }, query: {} });
  await expect(asked).rejects.toMatchObject(noSuch);
  await client("DELETE /amplify/campaigns/{id}", { params: { id: draft } });
});

test("a day is one of the zone that asks, and a division that would be too fine is made coarser", async () => {
  await asPlan("AMPR");
  const times = (query: { by: "minute" | "day"; zone: string }) =>
    person.client("GET /amplify/campaigns/{id}/times", { params: { id }, query });
  const { points, sum } = await times({ by: "day", zone: "Pacific/Kiritimati" });
  expect(sum).toMatchObject({ sent: 3, opened: 0, optedOut: 0 });
  const clock = new Intl.DateTimeFormat("en", {
    timeZone: "Pacific/Kiritimati",
    hour: "numeric",
    hourCycle: "h23",
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

test("one that was deleted keeps nobody from comparing the others, and one too many is not left out without a word", async () => {
  await asPlan("AMPR");
  const gone = "00000000-0000-7000-8000-000000000000";
  const left = await person.client("GET /amplify/campaigns/compare", { query: { ids: `${gone},${id}` } });
  expect(left.map(({ _id }) => _id)).toEqual([id]);
  const none = person.client("GET /amplify/campaigns/compare", { query: { ids: gone } });
  await expect(none).rejects.toMatchObject({ code: "not_found" });
  const five = person.client("GET /amplify/campaigns/compare", {
    query: {
      ids: [1, 2, 3, 4]
        .map((n) => `${gone}${n}`)
        .concat(id)
        .join(","),
    },
  });
  await expect(five).rejects.toMatchObject({ code: "bad_request", message: expect.stringMatching(/^ids: /) });
});

test("a link is told of the mails that it stands in, and whoever opted out meanwhile is no recipient where campaigns are compared", async () => {
  await asPlan("AMPR");
  const { client } = person;
  const people = Array.from({ length: 24 }, (_, at) => ({
    firstName: "V",
    lastName: "Lead",
    email: `v${at}@variants.test`,
    collection: ["variants"],
  }));
  await client("POST /amplify/collections", { body: { name: "variants" } });
  await client("POST /amplify/leads/bulk", { body: { leads: people } });
  const collections = await client("GET /amplify/collections");
  const [account] = await client("GET /amplify/auth/credentials");
  const slow = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "slow@sender.test", alias: "Slow <slow@sender.test>", perDay: 1 },
  });
  const variants = ["a", "b"].map((id) => ({ id, share: 50 }));
  const plan = await drafted(
    { person },
    {
      steps: [{ ...step("one", 0), variants }],
      trackClicks: true,
      accounts: [slow._id],
      audience: { collections: collections.flatMap(({ _id, name }) => (name === "variants" ? _id : [])) },
    },
  );
  const params = { id: plan._id };
  for (const { id: variantId } of variants)
    await client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params: { ...params, variantId },
      body: {
        version: 1,
        subject: "Hello",
        preview: "",
        html: `<a href="https://shop.test/${variantId}">Look</a>`,
      },
    });
  await client("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
  const look = () => client("GET /amplify/campaigns/{id}", { params });
  await until(
    async () => (await look()).counts.sent === 1 && (await look()).waitingCause?.code === "own_limit",
  );
  const { items } = await client("GET /amplify/campaigns/{id}/deliveries", {
    params,
    query: { state: "queued" },
  });
  const lead = await client("GET /amplify/leads/{id}", { params: { id: items[0]?.leadId ?? "" } });
  await client("PUT /amplify/leads/{id}", { params: { id: lead._id }, body: { ...lead, optout: true } });
  await sendRest(client, await look(), { credentialId: account?._id ?? "" });
  await until(async () => (await look()).counts.sent === people.length - 1);
  const { recipients } = await look();
  const [compared] = await client("GET /amplify/campaigns/compare", { query: { ids: plan._id } });
  expect([recipients, compared?.recipients]).toEqual([people.length - 1, people.length - 1]);
  const told = await client("GET /amplify/campaigns/{id}/breakdown", { params, query: { by: "variant" } });
  const byLink = await client("GET /amplify/campaigns/{id}/breakdown", { params, query: { by: "link" } });
  const sentOf = (id: string) => told.rows.find(({ key }) => key === `1 ${id}`)?.sent ?? 0;
  expect(sentOf("a") + sentOf("b")).toBe(recipients);
  expect(byLink.rows.map(({ key, sent }) => [key, sent]).toSorted()).toEqual(
    ["a", "b"].map((id) => [`https://shop.test/${id}`, sentOf(id)]),
  );
});
