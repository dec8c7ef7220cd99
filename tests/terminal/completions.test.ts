import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { findShell } from "../support/runtime/findShell.ts";
import { program } from "../support/server/program.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

// A shell may have to be installed first, and each Tab starts a program.
setDefaultTimeout(300_000);
const slowMs = 60_000;
/** What a shell would take for its own inside one kind of quotes or the other. */
const quoted = 'Now $(ls) `ls` "it\'s" 1:2 \\ 3';

let server: TestServer;
let machine: Machine;

beforeAll(async () => {
  const signedIn = await startSignedInMachine();
  const { person } = signedIn;
  ({ server, machine } = signedIn);
  for (const name of ["spring news", "summer"])
    await person.client("POST /amplify/collections", { body: { name } });
  const question = {
    match: "all" as const,
    of: [{ about: "firstName" as const, op: "is" as const, value: "P5" }],
  };
  await person.client("POST /amplify/segments", { body: { name: "Seen lately", question } });
  await person.client("POST /amplify/campaigns", { body: { name: "Before" } });
  await person.client("POST /amplify/campaigns", { body: { name: "Letters", kind: "sequence" } });
  await person.client("POST /amplify/auth/credentials", {
    body: {
      provider: "sandbox",
      appEmail: "ada@shells.test",
      appPassword: "",
      alias: "Ada <ada@shells.test>",
    },
  });
  for (const name of ["It's $HOME; `ls`", quoted])
    await person.client("POST /templates", { body: { name, html: "<p>Hi</p>" } });
  mkdirSync(join(machine.home, "bin"));
  const started = program.map((word) => `'${word}'`).join(" ");
  // What shells ask is answered; any other command only tells its words.
  await Bun.write(
    join(machine.home, "bin/amplify"),
    `#!/bin/sh
case "$1" in
  __complete|completions) exec ${started} "$@" ;;
  *) printf '%s\\037' "$@" >> "$WORDS_IN"; echo >> "$WORDS_IN" ;;
esac
`,
  );
  chmodSync(join(machine.home, "bin/amplify"), 0o755);
  await Bun.write(join(machine.home, "leads.csv"), "");
  // On a busy machine the first answer may come too late for a Tab; from then on names are there.
  for (const words of [
    ["templates", "pull"],
    ["collections", "rename"],
  ])
    await until(async () => (await complete(...words, "")).length > 0, slowMs);
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

const shells = {
  bash: { args: ["--norc", "--noprofile", "-i"], load: "source <(amplify completions bash)" },
  zsh: { args: ["-f", "-i"], load: "autoload -U compinit; compinit -u; source <(amplify completions zsh)" },
  fish: { args: ["--no-config", "-i"], load: "amplify completions fish | source" },
} as const;

/** A shell at which a person sits: what is typed becomes words as that shell parts them. */
async function wordsAt(name: keyof typeof shells, typed: readonly string[]): Promise<string[][]> {
  const log = join(machine.home, `${name}.log`);
  const path = `${join(machine.home, "bin")}:${process.env.PATH}`;
  let shown = "";
  const child = Bun.spawn([findShell(name), ...shells[name].args], {
    cwd: machine.home,
    env: { ...machine.env, PATH: path, PS1: "> ", WORDS_IN: log },
    terminal: {
      cols: 100,
      rows: 40,
      data: (_, bytes) => {
        shown += new TextDecoder().decode(bytes);
      },
    },
  });
  const said = async () => {
    const text = await Bun.file(log)
      .text()
      .catch(() => "");
    return text.split("\n").filter(Boolean);
  };
  child.terminal?.write(`${shells[name].load}; amplify ready\r`);
  for (const [at, line] of ["", ...typed].entries()) {
    if (line !== "") child.terminal?.write(`${line}\r`);
    await until(async () => (await said()).length > at, slowMs).catch(() => {
      throw new Error(`${name} never ran "${line}", but showed:\n${shown}`);
    });
  }
  child.terminal?.write("exit\r");
  await child.exited;
  child.terminal?.close();
  return (await said()).slice(1).map((line) => line.split("\u001f").slice(0, -1));
}

for (const name of ["bash", "zsh", "fish"] as const)
  test(`${name} completes commands, the server's names whatever is in them, and files`, async () => {
    const words = await wordsAt(name, [
      "amplify templa\tpul\tIt\t",
      "amplify templates pull Now\t",
      'amplify templates pull "Now\t',
      "amplify templates pull 'Now\t",
      "amplify leads --collec\tspr\t",
      "amplify import le\t",
      "amplify collections rename summ\t",
      "amplify accounts show ada@sh\t",
      "amplify send --from ada@\t",
    ]);
    expect(words).toEqual([
      ["templates", "pull", "It's $HOME; `ls`"],
      ...Array(3).fill(["templates", "pull", quoted]),
      ["leads", "--collection", "spring news"],
      ["import", "leads.csv"],
      ["collections", "rename", "summer"],
      ["accounts", "show", "ada@shells.test"],
      ["send", "--from", "ada@shells.test"],
    ]);
  });

const complete = async (...words: string[]) => {
  const { stdout, stderr, code } = await machine.run(["__complete", "--", ...words]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
};

test("what may come next is known of options, their choices, their values and commands behind help", async () => {
  expect(await complete("serv")).toEqual(["serve"]);
  expect(await complete("help", "leads", "opt")).toEqual(["opt-out", "opt-in"]);
  expect(await complete("leads", "--col")).toEqual(["--collection"]);
  expect(await complete("--json", "collections", "rename", "su")).toEqual(["summer"]);
  expect(await complete("leads", "--collection", "=", "SP")).toEqual(["spring news"]);
  expect(await complete("send", "--exclude-segment", "se")).toEqual(["Seen lately"]);
  // By its identifier, as names repeat.
  expect(await complete("send", "--exclude-campaign", "")).toHaveLength(2);
  for (const verb of ["start", "show", "leads"])
    expect(await complete("sequences", verb, "")).toHaveLength(1);
  expect(await complete("import", "x.csv", "--existing", "")).toEqual(["update", "skip"]);
  expect(await complete("templates", "pull", "News", "")).toEqual([":files"]);
  expect(await complete("completions", "")).toEqual(["bash", "zsh", "fish"]);
});

test("nothing is said in a prompt where nobody is signed in, or where the server is away", async () => {
  const stranger = createMachine({ AMPLIFY_SERVER: "http://localhost:1" });
  const asked = await stranger.run(["__complete", "--", "templates", "pull", ""]);
  expect([asked.code, asked.stdout, asked.stderr]).toEqual([0, "", ""]);
  expect((await stranger.run(["__complete", "--", "--nothing", "nowhere", ""])).stderr).toBe("");
  stranger.remove();
});
