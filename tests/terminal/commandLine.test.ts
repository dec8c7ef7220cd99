import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startSendingStandIn } from "../support/smtp/sendingStandIn.ts";

setDefaultTimeout(30_000);

const id = "0199aaaa-0000-7000-8000-00000000c0de";
let server: ReturnType<typeof startSendingStandIn>;
let machine: Machine;

beforeEach(() => {
  server = startSendingStandIn();
  machine = createMachine({ AMPLIFY_SERVER: "http://localhost:1", AMPLIFY_TOKEN: "token" });
  server.set(id, { state: "finished", counts: { sent: 10, queued: 0 } });
});

afterEach(() => {
  server.stop();
  machine.remove();
});

describe("options of every command", () => {
  test("work before the command, in the middle and after it", async () => {
    const options = ["--server", server.url, "--json"];
    for (const args of [
      [...options, "accounts"],
      ["accounts", ...options],
      ["--json", "accounts", `--server=${server.url}`],
    ]) {
      const run = await machine.run(args);
      expect([args, run.code, run.stderr]).toEqual([args, 0, ""]);
      expect(run.events).toMatchObject([{ event: "account", appEmail: "ada@example.com" }]);
    }
    const between = await machine.run(["accounts", ...options, "resume", "nobody@example.com"]);
    expect(between.events).toMatchObject([{ event: "refused", code: "not_found" }]);
  });

  test("count from nearest to the command", async () => {
    const run = await machine.run(["--server", "http://localhost:2", "accounts", "--server", server.url]);
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining("ada@example.com")]);
  });

  test("take the colour from the live view before the command too", async () => {
    const args = ["--no-color", "--server", server.url, "watch", "last"];
    const terminal = machine.open(args);
    await terminal.exited;
    expect(terminal.screen.text()).toContain("10/10 Sent");
    expect(terminal.raw()).not.toMatch(/\u001b\[(3\d|9\d|38|2)m/);
  });

  test("are the last of those that were given, and of its own an option that holds one value takes no second", async () => {
    const twice = await machine.run(["accounts", "--server", "http://localhost:2", "--server", server.url]);
    expect([twice.code, twice.stderr]).toEqual([0, ""]);
    const run = await machine.run(["leads", "--collection", "spring", "--collection", "summer"]);
    expect([run.code, run.stdout]).toEqual([2, ""]);
    expect(run.stderr).toContain("option '--collection <name>' takes one value and was given several");
    const again = await machine.run(["send", "--subject", "Hi", "--subject", "Hi"]);
    expect(again.stderr).toContain("--template");
    expect(again.stderr).not.toContain("several");
  });

  test("are refused where a command has none of them", async () => {
    for (const args of [
      ["--json", "users", "list"],
      ["--json", "serve"],
      ["--plain", "doctor"],
    ]) {
      const run = await machine.run(args);
      expect([args, run.code, run.stdout]).toEqual([args, 2, ""]);
      expect(run.stderr).toContain(`unknown option '${args[0]}'`);
    }
  });
});

test.each([
  ["acounts", "accounts"],
  ["accounts ad", "add"],
  ["accounts remve ada@example.com", "remove"],
  ["templates ad News news.html", "add"],
  ["imports und last", "undo"],
  ["users lst", "list"],
  ["send --templat News", "--template"],
  ["accounts add ada@example.com --provder smtp", "--provider"],
  ["--jsn leads", "--json"],
])("amplify %s is answered with what was probably meant", async (line, meant) => {
  const run = await machine.run(line.split(" "));
  expect([run.code, run.stdout]).toEqual([2, ""]);
  expect(run.stderr).toContain(`(Did you mean ${meant}?)`);
  expect(run.stderr).toContain("Run it with --help");
});

test("a command line that is wrong is told as an event, too, to whoever reads lines of JSON", async () => {
  for (const [line, message] of [
    [
      "leads --json --limit none",
      "option '--limit <number>' argument 'none' is invalid. It must be a whole number above zero.",
    ],
    ["--json frobnicate", "unknown command 'frobnicate'"],
    ["campaigns compare --json", "missing required argument 'campaign'"],
  ] as const) {
    const { code, stdout } = await machine.run(line.split(" "));
    expect([code, JSON.parse(stdout)]).toEqual([2, { event: "refused", code: "usage", message }]);
  }
});

test("a word that resembles no subcommand is refused with those that there are", async () => {
  const run = await machine.run(["templates", "frobnicate"]);
  expect(run.code).toBe(2);
  expect(run.stderr).toStartWith("error: unknown command 'frobnicate'\n(There is: add, pull, push, ");
  // Whoever asks for a list by that word learns that none is needed.
  const listed = await machine.run(["campaigns", "list"]);
  expect(listed.stderr).toContain('; "campaigns" alone lists)');
});

test("an identifier is shown so that it can be used: a name whole, of a random one its end, however narrow it is", async () => {
  const random = "0199bbbb-0000-7000-8000-0000000abcde";
  const names = ["starter-announcement", random];
  server.offer(names.map((_id, index) => ({ _id, name: `A template with quite a long name, ${index}` })));
  const terminal = machine.open(["templates", "--server", server.url], { columns: 44 });
  await terminal.exited;
  const shown = terminal.screen
    .lines()
    .slice(1)
    .filter(Boolean)
    .map((line) => line.trim().split(/\s+/).at(-1) ?? "");
  expect(shown).toEqual(["starter-announcement", "000abcde"]);
  for (const one of shown) {
    const run = await machine.run(["send", "--test", "--template", one, "--server", server.url]);
    expect(run.stderr).not.toContain("There is no template");
    expect(server.requests).toContain("POST /email/send/test");
  }
});

test("an address connected twice is sent from neither by guess, and both are named so that they can be used", async () => {
  const ids = ["0199cccc-0000-7000-8000-000000000001", "0199cccc-0000-7000-8000-000000000002"];
  const twins = [
    {
      _id: ids[0] ?? "",
      provider: "smtp" as const,
      state: "paused" as const,
      pausedReason: "Wrong password.",
    },
    { _id: ids[1] ?? "", provider: "sandbox" as const },
  ];
  server.connect(twins);
  const named = ["--server", server.url, "--template", "News", "--test"];
  const several = await machine.run(["send", ...named]);
  expect(several.stderr).toContain(
    "00000001 (ada@example.com by smtp), 00000002 (ada@example.com by sandbox)",
  );
  const byAddress = await machine.run(["send", ...named, "--from", "ada@example.com"]);
  expect([byAddress.code, byAddress.stderr]).toEqual([
    1,
    expect.stringContaining("use the identifier of one of them: 00000001 (smtp), 00000002 (sandbox)."),
  ]);
  expect(server.requests).not.toContain("POST /email/send/test");
  const listed = await machine.run(["accounts", "--server", server.url]);
  expect(listed.stderr).toContain("amplify accounts resume 00000001");
  expect(listed.stderr).toContain("amplify accounts edit 00000001 --password-stdin");
});

test("a pipe whose reader has read enough is no error, of any command", async () => {
  // The reader is gone before the program has begun to write.
  const through = ["bash", "-c", 'set -o pipefail; "$@" | true', "bash"];
  const env = { AMPLIFY_SERVER: server.url };
  for (const args of [["help", "leads"], ["doctor"], ["accounts"], ["sequences", "example"]]) {
    const { code, stderr } = await machine.run(args, { through, env });
    expect([args, code, stderr]).toEqual([args, 0, ""]);
  }
});

test("a word too many for a command that takes one itself is no misspelt subcommand, unless it looks like one", async () => {
  const noted = await machine.run(["leads", "notes", "bo@example.com", "Called back"]);
  expect([noted.code, noted.stderr]).toEqual([
    2,
    expect.stringContaining("too many arguments for 'notes'. Expected 1 argument but got 2"),
  ]);
  const misspelt = await machine.run(["leads", "notes", "ad", "bo@example.com", "Called back"]);
  expect(misspelt.stderr).toContain("unknown command 'ad'");
});

test("help for a command that is not there says so", async () => {
  for (const [args, unknown] of [
    [["help", "nope"], "nope"],
    [["help", "leads", "shw"], "shw"],
    [["help", "import", "leads.csv"], "leads.csv"],
  ] as const) {
    const { code, stdout, stderr } = await machine.run([...args]);
    expect([args, code, stdout]).toEqual([args, 2, ""]);
    expect(stderr).toContain(`error: unknown command '${unknown}'`);
  }
  const { code, stdout } = await machine.run(["help", "leads", "show"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("Usage: amplify leads show")]);
});

test("every command tells its help in our words, and a group shows it also by the word", async () => {
  for (const args of [["users", "grant", "--help"], ["doctor", "--help"], ["users"], ["mail", "--help"]]) {
    const { stdout, stderr } = await machine.run(args);
    expect(stdout + stderr).toContain("show this help");
    expect(stdout + stderr).not.toContain("display help");
  }
  for (const args of [
    ["leads", "help", "show"],
    ["mail", "help", "show"],
    ["users", "help", "list"],
  ]) {
    const { code, stdout } = await machine.run(args);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: amplify ${args[0]} ${args[2]}`)]);
  }
});
