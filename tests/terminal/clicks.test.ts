import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(30_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  machine = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: person.token }, { isResident: true });
  await Bun.write(join(machine.home, "news.html"), '<a href="https://shop.test/?a=1&amp;b=2">Shop</a>');
  const from = "ada@sender.test";
  await machine.run(["accounts", "add", from, "--provider", "sandbox", "--alias", `Ada <${from}>`]);
  await machine.run(["templates", "add", "News", "news.html"]);
  await person.client("POST /amplify/leads", {
    body: { firstName: "Bob", lastName: "Ray", email: "bob@in.test" },
  });
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

async function send(subject: string, ...more: string[]): Promise<string> {
  const named = ["--template", "News", "--collection", "all", "--subject", subject];
  const run = await machine.run(["send", ...named, "--yes", "--wait", ...more]);
  expect(run).toMatchObject({ code: 0 });
  const { items } = await person.client("GET /amplify/sandbox/mails");
  const id = items.find((mail) => mail.subject === subject)?._id ?? "";
  const raw = await fetch(`${server.url}/amplify/sandbox/mails/${id}`, {
    headers: { cookie: person.cookie },
  });
  return (await PostalMime.parse(await raw.arrayBuffer())).html ?? "";
}

test("a send counts clicks unless told otherwise, and a list says who followed which link", async () => {
  const html = await send("Counted");
  const url = /href="([^"]*\/c\/[^"]*)"/.exec(html)?.[1] ?? "";
  for (const agent of ["curl/8.5", "python-requests/2.3"])
    await fetch(url, { redirect: "manual", headers: { "user-agent": agent } });
  const links = await machine.run(["links", "last"]);
  expect(links.stdout).toMatch(
    /PEOPLE +CLICKS +BY PROGRAMS +LINK\n +0 +0 +2 +https:\/\/shop\.test\/\?a=1&b=2/,
  );
  const json = await machine.run(["links", "last", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ event: "link", people: 0, machineClicks: 2 });
  expect((await machine.run(["deliveries", "last", "--reaction", "clicked"])).stdout).toBe("None.\n");
  const agent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36";
  await fetch(url, { redirect: "manual", headers: { "user-agent": agent } });
  expect((await machine.run(["deliveries", "last", "--reaction", "clicked"])).stdout).toContain(
    "bob@in.test",
  );
  expect((await machine.run(["campaigns"])).stdout).toMatch(/OPENED +CLICKED\n.*Counted.* 0 +1\n/);
});

test("--no-clicks and --no-opens leave a mail as it was written", async () => {
  const html = await send("Plain", "--no-clicks", "--no-opens");
  expect(html).toContain('href="https://shop.test/?a=1&amp;b=2"');
  expect(html).not.toContain("/o/");
  expect((await machine.run(["campaigns"])).stdout).toMatch(/Plain.* - +-\n/);
  expect((await machine.run(["links", "last"])).stdout).toBe("The links of this campaign are not counted.\n");
});

test("a list of mails that is cut off says so, and one that ends there does not", async () => {
  await person.client("POST /amplify/leads", {
    body: { firstName: "Zoe", lastName: "Ray", email: "zoe@in.test" },
  });
  await send("Both");
  const listed = async (limit: string) => {
    const { stdout, stderr } = await machine.run(["deliveries", "last", "--state", "sent", "--limit", limit]);
    return [stdout.trim().split("\n").length, stderr];
  };
  expect(await listed("2")).toEqual([2, ""]);
  const rest = "This is a part: the first 1. For all of it: amplify deliveries last --state sent";
  expect(await listed("1")).toEqual([1, expect.stringContaining(rest)]);
});
