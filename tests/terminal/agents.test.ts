import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { program } from "../support/server/program.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

// It starts programs, which takes its time on a busy machine.
setDefaultTimeout(60_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;
const from = "me@sandbox.example";

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  machine = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: person.token });
  await person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, alias: `Me <${from}>` },
  });
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

async function started(): Promise<Client> {
  const [command = "", ...script] = program;
  const transport = new StdioClientTransport({
    command,
    args: [...script, "mcp"],
    env: machine.env,
    stderr: "pipe",
  });
  const agent = new Client({ name: "test", version: "1" });
  await agent.connect(transport);
  return agent;
}

test("an agent starts amplify mcp, reads, plans a test mail, and sends it when that is confirmed", async () => {
  const agent = await started();
  const use = async (name: string, given: Record<string, unknown>) => {
    const { content } = await agent.callTool({ name, arguments: given });
    const [part] = content;
    return JSON.parse(part?.type === "text" ? part.text : "null");
  };
  // No server is asked before there is a plan, and yet it is said in the server's words.
  const unfit = await agent.callTool({ name: "send_test_mail", arguments: { from, subject: 7 } });
  expect(unfit).toMatchObject({
    isError: true,
    content: [{ text: "subject: A text is needed (field_invalid: subject)" }],
  });
  expect(await use("list_accounts", {})).toMatchObject([{ appEmail: from }]);
  const mail = { subject: "Just a try", html: "<p>Hello</p>", from };
  const { plan } = await use("send_test_mail", mail);
  expect(plan.facts).toEqual({ asked: mail, from, to: person.email, template: null });
  const mails = () => person.client("GET /amplify/sandbox/mails");
  expect((await mails()).total).toBe(0);
  await use("confirm_plan", { planId: plan.planId });
  await until(async () => (await mails()).total === 1);
  await agent.close();
});

test("an agent is told which field is wrong, and is given no plan of a mail that could not be sent", async () => {
  const agent = await started();
  const mail = { subject: "Hi", html: "<p>Hi</p>", collection: "all" };
  for (const [name, given, said] of [
    [
      "add_lead",
      { firstName: "Ann", email: "ann@in.test" },
      "Please fill all the fields (fields_missing: lastName)",
    ],
    ["send_template", mail, "Please fill all the fields (fields_missing: from)"],
    ["send_template", { ...mail, from, html: " " }, "Please fill all the fields (fields_missing: html)"],
    ["send_test_mail", { from }, "Please select a template (template_not_chosen: html)"],
  ] as const)
    expect(await agent.callTool({ name, arguments: given })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: said }],
    });
  await agent.close();
});

test("an agent is told what a tool does not take, and nothing is done; a lead is given back as it was answered", async () => {
  const agent = await started();
  const lead = { firstName: "Cy", lastName: "Ho", email: "cy@in.test" };
  for (const [name, given, said] of [
    [
      "add_lead",
      { ...lead, collections: ["spring"] },
      "There is no collections in add_lead, which takes firstName,",
    ],
    ["find_leads", { query: "ann" }, "There is no query in find_leads, which takes search,"],
  ] as const)
    expect(await agent.callTool({ name, arguments: given })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringContaining(said) }],
    });
  const found = () => person.client("GET /amplify/leads", { query: { search: "cy@in.test", page: 1 } });
  expect(await found()).toMatchObject({ total: 0 });
  const added = await person.client("POST /amplify/leads", { body: lead });
  const whole = { ...added, id: added._id, phone: "1" };
  expect((await agent.callTool({ name: "update_lead", arguments: whole })).isError).not.toBe(true);
  expect(await found()).toMatchObject({ items: [{ phone: "1" }] });
  await agent.close();
});

test("amplify mcp says that nobody is signed in, and how to be, where an agent's log shows it", async () => {
  const { code, stdout, stderr } = await machine.run(["mcp"], { env: { AMPLIFY_TOKEN: "" } });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("amplify login");
});

test("what is asked before stdin ends is done and answered, as of a script that writes its calls and closes", async () => {
  const calls = [
    [
      "initialize",
      { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    ],
    ["tools/call", { name: "list_accounts", arguments: {} }],
    [
      "tools/call",
      { name: "add_lead", arguments: { firstName: "Ann", lastName: "Li", email: "ann@in.test" } },
    ],
  ];
  const lines = calls.map(([method, params], id) => JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const { code, stdout } = await machine.run(["mcp"], { stdin: `${lines.join("\n")}\n` });
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect({ code, ids: answers.map(({ id }) => id).sort() }).toEqual({ code: 0, ids: [0, 1, 2] });
  expect(answers.map(({ result }) => result?.isError)).not.toContain(true);
  expect(await person.client("GET /amplify/leads", { query: { search: "ann@in.test" } })).toMatchObject({
    total: 1,
  });
});
