import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";
import { answering, startReceiver } from "../support/webhooks/receiver.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(60_000);

let server: TestServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let machine: Machine;
beforeAll(async () => {
  [server, receiver] = await Promise.all([startTestServer(), startReceiver()]);
  const person = await server.signUp();
  await server.grant(person, { status: "AMPR" });
  machine = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: person.token }, { isResident: true });
});
afterAll(async () => {
  machine.remove();
  await Promise.all([server.close(), receiver.close()]);
});

const run = (...args: string[]) => machine.run(["webhooks", ...args]);

test("a webhook is added with its secret shown, tried, looked at, sent to again and removed", async () => {
  expect((await run()).stdout).toStartWith("Nobody is told anything yet.");
  const added = await run("add", receiver.url, "--name", "CRM", "--type", "lead.created", "lead.updated");
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nwhsec_\S{44}\n$/) });
  expect((await run("list")).stdout).toMatch(/CRM +http:\S+ +active +0 +0/);
  expect(await run("test", "crm")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Delivered: the receiver answered 204"),
  });
  receiver.behaves(answering(500));
  const failed = await run("test", "CRM");
  expect(failed.code).not.toBe(0);
  expect(failed.stdout).toBe("Not delivered. The receiver answered 500\nsaid\n");
  receiver.behaves(answering(204));
  const listed = await run("deliveries", "CRM", "--state", "given_up", "--json");
  expect((await run("deliveries", "CRM")).stdout).toMatch(/ webhook\.test +\d\d?:\d\d.* given up +1 /);
  const [{ eventId = "" } = {}] = listed.events as { eventId?: string }[];
  expect(await run("redeliver", "CRM", eventId)).toMatchObject({ stdout: "1 event will be sent again\n" });
  await until(() => receiver.idsTaken().includes(eventId));
  const span = await run("redeliver", "CRM", "--from", "2020-01-01", "--to", "2020-01-02", "--all");
  expect(span.stdout).toBe("There is nothing to send again\n");
  expect((await run("redeliver", "CRM", "--from", "soon")).stderr).toContain('"soon" is no time');
  expect(await run("remove", "CRM")).toMatchObject({ code: 0, stdout: "CRM is removed.\n" });
});

test("of several with one name each is meant by its address; it is changed, paused, resumed and given a new secret", async () => {
  const url = (path: string) => new URL(path, receiver.url).href;
  for (const path of ["/one", "/two"]) expect(await run("add", url(path))).toMatchObject({ code: 0 });
  const { host } = new URL(receiver.url);
  const both = `${host} (${url("/one")}), ${host} (${url("/two")})`;
  expect(await run("pause", host)).toMatchObject({
    code: 2,
    stderr: `"${host}" means several webhooks; name one by its address: ${both}.\n`,
  });
  expect(await run("edit", url("/two"))).toMatchObject({ code: 2 });
  expect(await run("edit", url("/two"), "--name", "Shop", "--type", "lead.created")).toMatchObject({
    code: 0,
    stdout: `Shop is told at ${url("/two")}.\n`,
  });
  expect((await run("pause", "shop")).stdout).toStartWith("Shop is paused:");
  expect((await run("list")).stdout).toMatch(/Shop +\S+\/two +paused/);
  expect((await run("resume", url("/two"))).stdout).toBe("Shop is told again from now on.\n");
  expect((await run("list")).stdout).toMatch(/Shop +\S+\/two +active/);
  expect((await run("rotate", "Shop")).stdout).toMatch(
    /^Shop has a new secret\..*\nIts secret.*:\nwhsec_\S{44}\n$/,
  );
});

test("what became of a webhook's events is listed whole, or as much as was asked for", async () => {
  const person = await server.signUp();
  await server.grant(person, { status: "AMEX" });
  const own = createMachine(
    { AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: person.token },
    { isResident: true },
  );
  await own.run(["webhooks", "add", new URL("/many", receiver.url).href, "--name", "Many"]);
  const leads = Array.from({ length: 260 }, (_, i) => ({ firstName: "Ann", email: `ann${i}@in.test` }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const count = async (...more: string[]) =>
    (await own.run(["webhooks", "deliveries", "Many", "--json", ...more])).events.length;
  await until(async () => (await count()) >= 260, 30_000);
  expect(await count()).toBe(260);
  // Seven, and that there are more.
  expect(await count("--limit", "7")).toBe(8);
  const cut = await own.run(["webhooks", "deliveries", "Many", "--limit", "7", "--type", "lead.created"]);
  expect(cut.stderr).toContain(
    "This is a part: the first 7. For all of it: amplify webhooks deliveries Many --type lead.created",
  );
  // What waits is counted up to a thousand, which is told as so many or more.
  receiver.behaves(answering(500));
  const more = Array.from({ length: 1_100 }, (_, i) => ({ firstName: "Bea", email: `bea${i}@in.test` }));
  await person.client("POST /amplify/leads/bulk", { body: { leads: more } });
  const shown = / failing: The receiver answered 500 +1,000\+ +0$/m;
  await until(async () => shown.test((await own.run(["webhooks"])).stdout), 30_000);
  receiver.behaves(answering(204));
  own.remove();
});
