import { afterAll, beforeAll, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { webhookMessages } from "../../../contract/schemas/webhooks.ts";
import { webhookTypes } from "../../../contract/schemas/webhookTypes.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";
import { answering, startReceiver } from "../../support/webhooks/receiver.ts";

type Told = { id: string; type: string; subject: string; number: number; data: Record<string, unknown> };
let server: TestServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [server, receiver] = await Promise.all([startTestServer(), startReceiver()]);
});
afterAll(() => Promise.all([server.close(), receiver.close()]));

async function withHook() {
  const ada = await server.signUp();
  await server.grant(ada, { status: "AMPR" });

  const { _id: id, secret } = await ada.client("POST /amplify/api/webhooks", {
    body: { name: "CRM", url: receiver.url, types: [...webhookTypes] },
  });

  const told = () => receiver.took.map(({ body }) => JSON.parse(body) as Told);
  return { ada, id, secret, params: { id }, told };
}

const lead = { firstName: "Ann", lastName: "Lee", email: "ann@in.test", collection: ["customers"] };

async function sendTo({ client }: TestPerson): Promise<string> {
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "ada@sandbox.example", alias: "Ada <ada@sandbox.example>" },
  });
  const { campaignId } = await client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", collection: "customers", from: "ada@sandbox.example" },
  });
  return campaignId;
}

test("what happens in a workspace is told as its calls answer it, once, each as the contract says", async () => {
  receiver.took.length = 0;
  const { ada, id, secret, told } = await withHook();
  const { client } = ada;
  const { _id } = await client("POST /amplify/leads", { body: lead });
  await client("PUT /amplify/leads/{id}", { params: { id: _id }, body: { ...lead, lastName: "Li" } });
  const shown = await client("GET /amplify/leads/{id}", { params: { id: _id } });
  const campaignId = await sendTo(ada);
  await until(() => told().some(({ type }) => type === "campaign.finished"));
  await client("PUT /amplify/leads/{id}", {
    params: { id: _id },
    body: { ...lead, lastName: "Li", optout: true },
  });
  await until(() => told().some(({ type }) => type === "lead.opted_out"));
  const events = told().toSorted((a, b) => a.number - b.number);
  expect(events.map(({ type }) => type)).toEqual([
    "lead.created",
    "lead.updated",
    "campaign.started",
    "delivery.sent",
    "campaign.finished",
    "lead.opted_out",
  ]);
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  for (const event of events) {
    const schema = webhookMessages.find(({ type }) => type === event.type)?.schema;
    expect(schema?.parse(event) as unknown).toEqual(event);
  }
  expect(events[1]).toMatchObject({ subject: _id, data: shown });
  expect(events[3]?.data).toMatchObject({ campaignId, leadId: _id, email: lead.email, state: "sent" });
  expect(events[4]).toMatchObject({ subject: campaignId, data: { _id: campaignId, state: "finished" } });
  for (const { body, headers } of receiver.took) new Webhook(secret).verify(body, headers);
  const log = await client("GET /amplify/api/webhooks/{id}/deliveries", { params: { id } });
  expect(log.items.map(({ state, status }) => `${state} ${status}`)).toEqual(Array(6).fill("delivered 204"));
  const nextOf = async (pageSize: number) => {
    const query = { pageSize };
    return (await client("GET /amplify/api/webhooks/{id}/deliveries", { params: { id }, query })).next;
  };
  expect([typeof (await nextOf(5)), await nextOf(6)]).toEqual(["string", null]);
});

test("a rotated secret and all of the day before it sign, and an event that is sent again has the id that it had", async () => {
  receiver.took.length = 0;
  const { ada, id, secret, params } = await withHook();
  const { client } = ada;
  const lost = await client("POST /amplify/api/webhooks/{id}/rotate", { params });
  const next = await client("POST /amplify/api/webhooks/{id}/rotate", { params });
  expect(await client("POST /amplify/api/webhooks/{id}/test", { params })).toMatchObject({
    delivered: true,
    status: 204,
    reason: null,
  });
  const [request] = receiver.took;
  const verifiedBy = (one: string) => new Webhook(one).verify(request?.body ?? "", request?.headers ?? {});
  expect(verifiedBy(secret)).toEqual(verifiedBy(next.secret));
  expect(verifiedBy(lost.secret)).toEqual(verifiedBy(next.secret));
  expect(request?.headers["webhook-signature"]?.split(" ")).toHaveLength(3);
  const eventId = request?.headers["webhook-id"] ?? "";
  await client("POST /amplify/api/webhooks/{id}/deliveries/{eventId}/redeliver", { params: { id, eventId } });
  await until(() => receiver.took.length === 2);
  expect(receiver.took[1]).toMatchObject({ body: request?.body ?? "", headers: { "webhook-id": eventId } });
  await client("POST /amplify/leads", { body: lead });
  await until(() => receiver.took.length === 3);
  await until(async () => (await client("GET /amplify/api/webhooks/{id}", { params })).waiting === 0);
  expect(
    await client("POST /amplify/api/webhooks/{id}/redeliver", { params, body: { state: "all", to: 0 } }),
  ).toMatchObject({ count: 0 });
  // A test is no event.
  expect(
    await client("POST /amplify/api/webhooks/{id}/redeliver", { params, body: { state: "all" } }),
  ).toMatchObject({ count: 1 });
  await until(() => receiver.took.length === 4);
  expect(receiver.took[3]?.body).toBe(receiver.took[2]?.body ?? "");
});

test("without the plan its calls are refused, and what waits is sent once the plan is back", async () => {
  receiver.took.length = 0;
  const { ada, params } = await withHook();
  const { client } = ada;
  await server.grant(ada, { status: "AMFR" });
  await expect(client("GET /amplify/api/webhooks/{id}", { params })).rejects.toMatchObject({ status: 403 });
  expect(await client("GET /amplify/api/webhooks")).toMatchObject([{ _id: params.id }]);
  expect(await client("GET /amplify/account")).toMatchObject({ hasWebhooks: true });
  await client("POST /amplify/leads", { body: lead });
  // It would have been looked for by then.
  const seen = server.core.clock.now() + 2_500;
  await until(() => server.core.clock.now() > seen);
  expect(receiver.took).toEqual([]);
  await server.grant(ada, { status: "AMPR" });
  await until(() => receiver.took.length === 1);
});

test("a webhook is seen and removed without the API in the plan too, and whoever has none is refused", async () => {
  const [{ ada, params }, bob] = [await withHook(), await server.signUp()];
  for (const person of [ada, bob]) await server.grant(person, { status: "AMFR" });
  const remove = (person: typeof ada) => person.client("DELETE /amplify/api/webhooks/{id}", { params });
  await expect(remove(bob)).rejects.toMatchObject({ code: "forbidden" });
  await remove(ada);
  expect(await ada.client("GET /amplify/account")).toMatchObject({ hasWebhooks: false });
  for (const { client } of [ada, bob])
    await expect(client("GET /amplify/api/webhooks")).rejects.toMatchObject({ code: "forbidden" });
  await server.grant(ada, { status: "AMPR" });
  expect(await ada.client("GET /amplify/api/webhooks")).toEqual([]);
});

test("an address that is plain http, inside, or redirects inside is refused, at once or when it is asked", async () => {
  const strict = await startTestServer({ AMPLIFY_PRIVATE_HOSTS: "off" });
  try {
    const eve = await strict.signUp();
    await strict.grant(eve, { status: "AMPR" });
    const add = (url: string) =>
      eve.client("POST /amplify/api/webhooks", { body: { name: "x", url, types: ["lead.created"] } });
    for (const url of [
      "http://example.com/",
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://169.254.169.254/latest",
      "https://localhost/",
      "https://0x7f.1/",
      "https://user:word@example.com/",
      "ftp://example.com/",
      "https://",
      "https://[::ffff:127.0.0.1]/",
      // It stands in the mail that tells of a new webhook, where a line break would begin a line of its own.
      "https://8.8.8.8/\r\nPlease sign in at",
    ])
      await expect(add(url)).rejects.toMatchObject({ status: 400 });
    await expect(add(`https://example.com/${"x".repeat(2_000)}`)).rejects.toThrow(/^url: .*2,?000/);
    expect(await eve.client("GET /amplify/api/webhooks")).toEqual([]);
  } finally {
    await strict.close();
  }
  const { ada, params } = await withHook();
  receiver.behaves(answering(302, { location: `${server.url}/healthz` }));
  expect(await ada.client("POST /amplify/api/webhooks/{id}/test", { params })).toMatchObject({
    delivered: false,
    status: 302,
    cause: { code: "webhook_redirected" },
    answer: "said",
  });
  receiver.behaves(answering(204));
});
