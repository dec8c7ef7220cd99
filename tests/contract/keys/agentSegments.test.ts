import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { confirmTool } from "../../../agents/tools.ts";
import type { Question } from "../../../contract/segments/question.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let ada: TestPerson;
let agent: Client;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  await server.grant(ada, { status: "AMEX" });
  agent = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${ada.token}` };
  const url = new URL("/mcp", server.url);
  await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
});
afterAll(async () => {
  await agent.close();
  await server.close();
});

async function use(name: string, given: Record<string, unknown>) {
  const { content } = await agent.callTool({ name, arguments: given });
  return JSON.parse(content.map((part) => (part.type === "text" ? part.text : "")).join(""));
}

const named = (value: string): Question => ({
  match: "all",
  of: [{ about: "firstName", op: "begins", value }],
});

test("an agent's change of whom a segment finds is a plan with how many it finds and would, until that is confirmed", async () => {
  const { client } = ada;
  await client("POST /amplify/leads/bulk", {
    body: {
      leads: ["Ann", "Anton", "Bob"].map((firstName, nth) => ({ firstName, email: `a${nth}@in.test` })),
    },
  });
  const body = { name: "A", question: named("Bo") };
  const { _id: id } = await client("POST /amplify/segments", { body });
  const now = () => client("GET /amplify/segments/{id}", { params: { id } });

  const planned = await use("update_segment", { id, question: named("An") });
  expect(planned).toMatchObject({
    sent: "nothing yet",
    plan: { facts: { segment: { name: "A" }, findsNow: 1, wouldFind: 2, asked: { question: named("An") } } },
  });
  expect((await now()).question).toEqual(named("Bo"));
  await use(confirmTool, { planId: planned.plan.planId });
  expect((await now()).question).toEqual(named("An"));
  // A name reaches nobody.
  expect(await use("update_segment", { id, name: "B" })).toMatchObject({ name: "B" });
});

test("an agent's plan for a segment that finds others by now is told again, and changes nothing", async () => {
  const { client } = ada;
  const { _id: id } = await client("POST /amplify/segments", { body: { name: "C", question: named("Zo") } });
  const planned = await use("update_segment", { id, question: named("Zoe") });
  await client("POST /amplify/leads/bulk", { body: { leads: [{ firstName: "Zoe", email: "zoe@in.test" }] } });
  expect(await use(confirmTool, { planId: planned.plan.planId })).toMatchObject({
    sent: "nothing",
    plan: { facts: { findsNow: 1, wouldFind: 1 } },
  });
  expect((await client("GET /amplify/segments/{id}", { params: { id } })).question).toEqual(named("Zo"));
});
