import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { createMachine, type Machine } from "../support/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/testServer.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(30_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  machine = createMachine({ AMPLIFY_SERVER: server.url });
  const { email, password } = person;
  await machine.run(["login", email, "--password-stdin"], { stdin: `${password}\n` });
});

afterAll(async () => {
  machine.remove();
  await server.close();
});

const file = (name: string, text: string) => Bun.write(join(machine.home, name), text);

test("a value that is neither yes nor no imports nobody until a flag says what it means", async () => {
  await file("unread.csv", "Name,Email,Opt-out\nAda,ada@unread.test,maybe\nBob,bob@unread.test,\n");
  const refused = await machine.run(["import", "unread.csv"]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    '1 value of "Opt-out" could not be read as yes or no: "maybe". Say what they mean: --unread unsubscribed opts these people out, --unread subscribed does not.\n',
  ]);
  expect(await person.client("GET /amplify/imports")).toEqual([]);
  const taken = await machine.run(["import", "unread.csv", "--unread", "unsubscribed", "--json"]);
  expect(taken.events.at(-1)).toMatchObject({ event: "imported", added: 2, optedOut: 1 });
});
