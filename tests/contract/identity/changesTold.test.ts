import { afterAll, beforeAll, expect, test } from "bun:test";
import { drafted } from "../../support/campaigns/drafted.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { toldTopics } from "../../support/server/toldTopics.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const listening = (person: TestPerson) => toldTopics(server, person);

test("a call that changes something is told to the workspace's other sessions, and to no other workspace", async () => {
  const ada = await server.signUp();
  const elsewhere = await server.logIn(ada);
  const [own, other, stranger] = await Promise.all(
    [ada, elsewhere, await server.signUp()].map((person) => listening(person)),
  );
  await ada.client("POST /templates", { body: { name: "Letter", html: "<p>Hello</p>" } });
  await until(() => other?.topics().includes("templates") ?? false);
  await elsewhere.client("POST /amplify/collections", { body: { name: "spring" } });
  await until(() => own?.topics().includes("collections") ?? false);
  expect(own?.topics()).toEqual(["collections"]);
  expect(other?.topics()).toEqual(["templates"]);
  expect(stranger?.topics()).toEqual([]);
  for (const one of [own, other, stranger]) one?.socket.end();
});

test("what is refused has changed nothing and is told to nobody", async () => {
  const ada = await server.signUp();
  const elsewhere = await listening(await server.logIn(ada));
  await ada.client("DELETE /templates/{id}", { params: { id: "none" } }).catch(() => {});
  await ada.client("POST /amplify/collections", { body: { name: "all" } }).catch(() => {});
  await ada.client("POST /amplify/collections", { body: { name: "spring" } });
  await until(() => elsewhere.topics().length > 0);
  expect(elsewhere.topics()).toEqual(["collections"]);
  elsewhere.socket.end();
});

test("what segments ask for is told to be gone as they are, for they cannot be used any more", async () => {
  const ada = await server.signUp();
  const elsewhere = await listening(await server.logIn(ada));
  const { client } = ada;
  const collection = await client("POST /amplify/collections", { body: { name: "spring" } });
  const field = await client("POST /amplify/fields", { body: { label: "City", kind: "text" } });
  const question = {
    match: "any" as const,
    of: [
      { about: "collections" as const, op: "in" as const, collections: [collection._id] },
      { about: "field" as const, kind: "text" as const, field: field._id, op: "filled" as const },
    ],
  };
  await client("POST /amplify/segments", { body: { name: "Whom spring means", question } });
  const told = () => elsewhere.topics().filter((topic) => topic === "segments").length;
  await until(() => told() === 1);
  await client("DELETE /amplify/fields/{id}", { params: { id: field._id } });
  await until(() => told() === 2);
  await client("POST /amplify/fields/{id}/restore", { params: { id: field._id } });
  await until(() => told() === 3);
  await client("DELETE /amplify/collections/{id}", { params: { id: collection._id } });
  await until(() => told() === 4);
  expect(await client("GET /amplify/segments")).toMatchObject([
    { broken: { cause: { code: "question_collection_unknown" } } },
  ]);
  elsewhere.socket.end();
});

test("a start that cannot be made when it is due is told to everybody, since no mail of it will tell", async () => {
  const ada = await server.signUp();
  const { client } = ada;
  const lead = { firstName: "Bo", lastName: "Li", email: "bo@told.test", phone: "", collection: [] };
  await client("POST /amplify/leads", { body: lead });
  const account = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "ada@told.test", appPassword: "", alias: "Ada <ada@told.test>" },
  });
  const plan = await drafted({ person: ada }, { holdSeconds: 2 });
  const params = { id: plan._id };
  const own = await listening(ada);
  await client("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: account._id } });
  await until(async () => (await client("GET /amplify/campaigns/{id}", { params })).state === "paused");
  await until(() => own.topics().length > 0);
  expect(own.topics()).toEqual(["campaigns"]);
  own.socket.end();
});
