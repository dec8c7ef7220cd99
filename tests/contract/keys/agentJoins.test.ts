import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { eq } from "drizzle-orm";
import { confirmTool } from "../../../agents/tools.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import type { PlanAudience } from "../../../contract/schemas/campaignPlan.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { drafted, step } from "../../support/campaigns/drafted.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
});
afterAll(() => server.close());

const emails = async ({ client }: TestPerson) =>
  ((await client("GET /amplify/leads")) as Lead[]).map(({ email }) => email).toSorted();

/** Somebody with a sequence that has begun and mails whoever joins, and an agent that speaks for them. */
async function withSequence(audience: (collectionId: string) => Partial<PlanAudience>) {
  const person = await server.signUp();
  const { client, token } = person;
  const appEmail = "me@sandbox.example";
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail, alias: `Me <${appEmail}>` },
  });
  await client("POST /amplify/leads/bulk", {
    body: { leads: [{ firstName: "Ann", email: "ann@in.test", collection: ["spring"] }] },
  });
  const [collection] = await client("GET /amplify/collections");
  const plan = await drafted(
    { person },
    {
      kind: "sequence",
      name: "Welcome",
      steps: [step("one", 0), step("two", 60)],
      audience: { joinLater: true, ...audience(collection?._id ?? "") },
    },
  );
  const params = { id: plan._id };
  await client("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
  const begun = async () => (await client("GET /amplify/campaigns/{id}", { params })).state === "running";
  await until(begun);
  const agent = await agentWith(token);
  return { person, params, ...agent };
}

async function agentWith(token: string) {
  const agent = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await agent.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.url), { requestInit }));
  const use = async (name: string, given: Record<string, unknown>) => {
    const { content } = await agent.callTool({ name, arguments: given });
    return JSON.parse(content.map((part) => (part.type === "text" ? part.text : "")).join(""));
  };
  return { agent, use };
}

const bob = { firstName: "Bob", lastName: "Lee", email: "bob@in.test" };

test("an agent puts nobody where a sequence mails them by itself, until a person has confirmed it", async () => {
  const { person, params, agent, use } = await withSequence((id) => ({ collections: [id] }));
  const planned = await use("add_lead", { ...bob, collection: ["spring"] });
  expect(planned).toMatchObject({
    sent: "nothing yet",
    plan: { facts: { asked: bob, joins: [{ _id: params.id, name: "Welcome" }] } },
  });
  expect(await emails(person)).toEqual(["ann@in.test"]);
  expect(await use(confirmTool, { planId: planned.plan.planId })).toMatchObject({ email: bob.email });

  // Nor by changing somebody who is there, and while it is paused.
  const cleo = await use("add_lead", { ...bob, firstName: "Cleo", email: "cleo@in.test" });
  await person.client("POST /amplify/campaigns/{id}/pause", { params });
  const moved = { ...cleo, id: cleo._id, collection: ["spring"] };
  expect(await use("update_lead", moved)).toMatchObject({ sent: "nothing yet" });
  // An opt-out is done at once.
  expect(await use("update_lead", { ...moved, optout: true })).toMatchObject({ optout: true });

  await person.client("POST /amplify/campaigns/{id}/cancel", { params });
  const dora = { ...bob, firstName: "Dora", email: "dora@in.test", collection: ["spring"] };
  expect(await use("add_lead", dora)).toMatchObject({ email: dora.email });
  await agent.close();
});

test("an agent whose key sees no campaigns adds a lead by a plan, since nobody can tell whom a sequence takes in", async () => {
  const { person, agent, use } = await withSequence(() => ({ everyone: true }));
  expect(await use("add_lead", bob)).toMatchObject({ plan: { facts: { joins: [{ name: "Welcome" }] } } });
  const { key } = await person.client("POST /amplify/api/keys", {
    body: { name: "Form", scopes: ["write"] },
  });
  const form = await agentWith(key);
  const planned = await form.use("add_lead", bob);
  expect(planned).toMatchObject({ sent: "nothing yet", plan: { facts: { joins: null } } });
  expect(await form.use(confirmTool, { planId: planned.plan.planId })).toMatchObject({ email: bob.email });
  await Promise.all([agent.close(), form.agent.close()]);
});

test("a sequence that is just starting takes in whoever comes before it has", async () => {
  const { person, params, agent, use } = await withSequence(() => ({ everyone: true }));
  const { atomically, read, tables } = server.core.database;
  const [sequence] = await read
    .select()
    .from(tables.campaignPlans)
    .where(eq(tables.campaignPlans.id, params.id));
  if (sequence === undefined) throw new Error("the sequence is not kept");
  await person.client("POST /amplify/campaigns/{id}/cancel", { params });
  const starting = { ...sequence, id: server.core.newId(), state: "starting" as const };
  await atomically((write) => ({ added: write.insert(tables.campaignPlans).values(starting) }));
  const planned = await use("add_lead", bob);
  expect(planned).toMatchObject({ sent: "nothing yet", plan: { facts: { joins: [{ _id: starting.id }] } } });
  expect(await emails(person)).toEqual(["ann@in.test"]);
  await agent.close();
});

test("the sequence that takes somebody in may be older than hundreds of campaigns that stand still", async () => {
  const { person, params, agent, use } = await withSequence(() => ({ everyone: true }));
  await person.client("POST /amplify/campaigns/{id}/pause", { params });
  const { atomically, read, tables } = server.core.database;
  const [sequence] = await read
    .select()
    .from(tables.campaignPlans)
    .where(eq(tables.campaignPlans.id, params.id));
  if (sequence === undefined) throw new Error("the sequence is not kept");
  const later = Array.from({ length: campaignLimits.pageMax + 1 }, (_, index) => ({
    ...sequence,
    id: server.core.newId(),
    kind: "once" as const,
    createdAt: sequence.createdAt + 1 + index,
  }));
  await atomically((write) => ({ added: write.insert(tables.campaignPlans).values(later) }));
  const planned = await use("add_lead", bob);
  expect(planned).toMatchObject({ sent: "nothing yet", plan: { facts: { joins: [{ _id: params.id }] } } });
  await agent.close();
});

test("a tool makes its own call, whatever is given as an id", async () => {
  const { client, token } = await server.signUp();
  const { agent } = await agentWith(token);
  for (const id of ["..", ".", "%2e%2e"]) {
    const { content, isError } = await agent.callTool({ name: "get_campaign_plan", arguments: { id } });
    expect([isError, content]).toMatchObject([
      true,
      [{ text: expect.stringContaining("campaign_not_found") }],
    ]);
    await expect(client("GET /amplify/campaigns/{id}/plan", { params: { id } })).rejects.toMatchObject({
      code: "not_found",
    });
  }
  await agent.close();
});
