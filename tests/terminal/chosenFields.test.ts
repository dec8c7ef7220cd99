import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestServer } from "../support/server/testServer.ts";

// One program after the other takes its time on a busy machine.
setDefaultTimeout(120_000);

let server: TestServer;
let machine: Machine;

beforeAll(async () => {
  ({ server, machine } = await startSignedInMachine());
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

const run = (line: string) => machine.run(line.split(" "));

test("a person's table has the fields that were asked for, in their order, and no others", async () => {
  await run("leads add fay@chosen.test --first-name Fay --last-name Lind --collection chosen");
  const table = await run("leads --collection chosen --fields optout,email,collection,createdAt");
  const [heading, row] = table.stdout.split("\n");
  // Fields that the table shows anyway are called as it calls them; others by their own name.
  expect(heading?.split(/ {2,}/)).toEqual(["OPTED OUT", "EMAIL", "collection", "createdAt"]);
  expect(row?.trim().split(/ {2,}/)).toEqual([
    "fay@chosen.test",
    "chosen",
    expect.stringMatching(/^20\d\d-\d\d-\d\dT\S+Z$/),
  ]);
  expect((await run("collections --fields count")).stdout.split("\n")[0]).toBe("LEADS");
});

test("a table with a field that its rows have not is refused with those that they have", async () => {
  const refused = await run("collections --fields town");
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toStartWith("There is no field town. There are: ");
});
