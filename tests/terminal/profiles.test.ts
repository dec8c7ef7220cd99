import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";

// One program after the other takes its time on a busy machine.
setDefaultTimeout(60_000);

let server: TestServer;
let [ada, bo]: TestPerson[] = [];
let machine: Machine;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bo] = [await server.signUp(), await server.signUp()];
  machine = createMachine();
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

const run = (line: string, env: Record<string, string> = {}) => machine.run(line.split(" "), { env });
const config = (...path: string[]) => join(machine.home, "config/amplify", ...path);

async function signIn(person: TestPerson | undefined, more: string) {
  const { email = "", password = "" } = person ?? {};
  const args = [
    "login",
    email,
    "--password-stdin",
    "--server",
    server.url,
    ...more.split(" ").filter(Boolean),
  ];
  return machine.run(args, { stdin: `${password}\n` });
}

test("each profile has its own session, and the one without a name is where it always was", async () => {
  await signIn(ada, "");
  expect(existsSync(config("session.json"))).toBe(true);
  const signed = await signIn(bo, "--profile work");
  expect([signed.code, signed.stderr]).toEqual([0, ""]);
  expect(statSync(config("profiles/work.json")).mode & 0o777).toBe(0o600);
  const who = async (line: string, env = {}) => (await run(line, env)).stdout;
  expect(await who("whoami")).toContain(ada?.email ?? "");
  expect(await who("whoami --profile work")).toContain(bo?.email ?? "");
  expect(await who("--profile work whoami")).toContain(bo?.email ?? "");
  expect(await who("whoami", { AMPLIFY_PROFILE: "work" })).toContain(bo?.email ?? "");
  expect(await who("whoami --profile default", { AMPLIFY_PROFILE: "work" })).toContain(ada?.email ?? "");

  expect((await run("profiles use work")).stdout).toBe("work is used from now on.\n");
  expect(await who("whoami")).toContain(bo?.email ?? "");
  const { stdout } = await run("profiles list");
  expect(stdout.split("\n").slice(1, -1)).toEqual([
    expect.stringMatching(/^default +http.+@/),
    expect.stringMatching(/^work +http.+@.+in use$/),
  ]);
  expect((await run("__complete -- whoami --profile w")).stdout).toStartWith("work\t");
});

test("a profile that is removed is signed out of on the server, and the default one is used again", async () => {
  const before = (await bo?.client("GET /amplify/account/sessions"))?.length ?? 0;
  expect((await run("profiles remove work")).stdout).toBe("The profile work is forgotten.\n");
  expect((await bo?.client("GET /amplify/account/sessions"))?.length).toBe(before - 1);
  expect((await run("whoami")).stdout).toContain(ada?.email ?? "");
  const gone = await run("whoami --profile work");
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining("amplify login --profile work")]);
  expect((await run("profiles use work")).code).toBe(2);
});

test("no profile's name leads out of its folder", async () => {
  for (const name of ["../session", "a/b", ".hidden", "a".repeat(65)]) {
    const refused = await run(`whoami --profile ${name}`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("no profile's name")]);
  }
});

test("signing out of a server ends no session on another, and says that a token in the environment stays", async () => {
  await signIn(ada, "--profile home");
  const other = await run("logout --profile home --server http://localhost:1");
  expect([other.code, other.stdout]).toEqual([0, "Nobody is signed in to http://localhost:1 here.\n"]);
  expect((await run("whoami --profile home")).stdout).toContain(ada?.email ?? "");
  const token = { AMPLIFY_TOKEN: bo?.token ?? "" };
  const out = await run(`logout --profile home --server ${server.url}`, token);
  expect([out.stdout, out.stderr]).toEqual(["Signed out.\n", expect.stringMatching(/^AMPLIFY_TOKEN is set/)]);
  expect((await run("whoami --profile home")).code).toBe(1);
});

test("keys that move a cursor are no part of a password that is typed, and Ctrl-U begins it anew", async () => {
  const { email, password } = await server.signUp();
  const terminal = machine.open(["login", email, "--server", server.url, "--profile", "typed"]);
  await terminal.shows("Password:");
  terminal.type(`wrong\u0015\u001b[D${password}\u001b[A\u001bOB\u001b[3~`);
  terminal.type("\r");
  await terminal.exited;
  expect(terminal.screen.text()).toContain(`as ${email}.`);
});

test("where no session can be kept nobody signs in, and the file that is in the way is named", async () => {
  const { email, password, client } = await server.signUp();
  const before = await client("GET /amplify/account/sessions");
  await Bun.write(join(machine.home, "in-the-way"), "");
  const args = ["login", email, "--password-stdin", "--server", server.url];
  const env = { XDG_CONFIG_HOME: join(machine.home, "in-the-way") };
  const refused = await machine.run(args, { stdin: `${password}\n`, env });
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(/^\S+in-the-way\/amplify cannot be used: ENOTDIR/);
  expect(await client("GET /amplify/account/sessions")).toHaveLength(before.length);
});
