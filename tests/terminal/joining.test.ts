import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestPerson, TestServer } from "../support/server/testServer.ts";

// One program after the other takes its time on a busy machine.
setDefaultTimeout(60_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;
beforeAll(async () => {
  ({ server, person, machine } = await startSignedInMachine());
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

test("a collection to join may be named by its identifier, and one that is not there is told with those that are", async () => {
  const { _id } = await person.client("POST /amplify/collections", { body: { name: "autumn" } });
  const body = { firstName: "Bo", lastName: "Lind", email: "bo@joining.test" };
  await person.client("POST /amplify/leads", { body });
  const misspelt = await machine.run(["leads", "join", "autum", body.email]);
  expect([misspelt.code, misspelt.stderr]).toEqual([
    1,
    'There is no collection "autum". There is: autumn.\n',
  ]);
  const joined = await machine.run(["leads", "join", _id, body.email]);
  expect([joined.code, joined.stdout]).toEqual([0, "1 lead put into autumn.\n"]);
  const left = await machine.run(["leads", "leave", _id, body.email]);
  expect([left.code, left.stdout]).toEqual([0, "1 lead taken out of autumn.\n"]);
});
