import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../../contract/client.ts";
import { exact } from "../../../contract/texts/en/exact.ts";
import { compiledLaterToo } from "../../support/runtime/compiledLater.ts";
import { program, programFromSource } from "../../support/server/program.ts";
import { freePort } from "../../support/server/proxies.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "amplify-start-"));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

type Start = { environment?: Record<string, string>; stdin?: string; by?: readonly string[] };

function start(args: string[], { environment = {}, stdin = "", by = program }: Start = {}) {
  return Bun.spawn([...by, ...args], {
    stdin: new Blob([stdin]),
    env: {
      ...compiledLaterToo,
      PATH: process.env.PATH ?? "",
      HOME: dataFolder,
      AMPLIFY_DATA: dataFolder,
      PORT: "0",
      ...environment,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** By the binary, where one was built for this run: what it says is the same, at a third of what a start from source costs. */
function amplify(args: string[], environment: Record<string, string> = {}, stdin = "") {
  return start(args, { environment, stdin });
}

/** As in a checkout. */
function fromSource(...args: string[]) {
  return start(args, { by: programFromSource });
}

async function ended(child: ReturnType<typeof start>) {
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, error, code };
}

/** Reads on until the server has said where it is. */
async function addressOf(child: ReturnType<typeof start>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk);
    const address = /ready on (\S+)/.exec(text)?.[1];
    if (address) return address;
  }
  throw new Error(`the server ended: ${text}${await new Response(child.stderr).text()}`);
}

test("serve says where it is, answers there, and ends with 0 when asked to; people are granted plans meanwhile", async () => {
  const child = fromSource("serve");
  const address = await addressOf(child);
  const client = createClient({ base: address });
  expect(await client("GET /healthz")).toMatchObject({ ok: true });
  // What SQLite keeps for a moment may be gone before it is looked at.
  const openToOthers = (name: string) =>
    (statSync(join(dataFolder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077;
  const files = readdirSync(dataFolder).filter((name) => /^(amplify|key|sender)/.test(name));
  expect(files).toContain("amplify.db");
  expect(files.filter(openToOthers)).toEqual([]);
  const names = { firstName: "Ada", lastName: "Lovelace" };
  await client("POST /amplify/auth/signup", {
    body: { ...names, email: "ada@example.com", password: goodPassword },
  });

  const granted = await ended(
    fromSource("users", "grant", "Ada@example.com", "--plan", "enterprise", "--role", "admin"),
  );
  expect(granted).toMatchObject({ code: 0, out: "ada@example.com\tEnterprise\tadmin\tAda Lovelace\n" });
  const body = { username: "ada@example.com", password: goodPassword };
  const session = await client("POST /amplify/auth/login", { body });
  expect(session).toMatchObject({ status: "AMEX", role: "admin" });
  expect(await ended(amplify(["users", "list"]))).toMatchObject({ code: 0, out: granted.out });
  await resetsPassword({ client, token: session.token, address });

  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
}, 60_000);

test("a server that is asked to stop with its first answer, while its sender still begins, ends with 0", async () => {
  const port = String(await freePort());
  const child = amplify(["serve"], { PORT: port });
  const answers = async () =>
    (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok === true;
  await until(answers, 50_000);
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
}, 60_000);

test("the version, a running server and doctor name one commit, or say that none is known", async () => {
  const { out } = await ended(fromSource("--version"));
  const [, commit] = /^\d+\.\d+\.\d+ \(([0-9a-f]{12}|unknown)\)\n$/.exec(out) ?? [];
  expect(commit).toBeDefined();
  const child = fromSource("serve");
  const client = createClient({ base: await addressOf(child) });
  expect(await client("GET /healthz")).toMatchObject({ ok: true, commit });
  child.kill("SIGTERM");
  await child.exited;
  const examined = await ended(fromSource("doctor"));
  expect(examined.out).toContain(`Amplify ${out.trim()} on Bun`);
  expect(examined.out).toContain("Its tables are sound, and this version can work with them");
}, 60_000);

/** A running server follows a password that was reset beside it, by link and from stdin. */
async function resetsPassword(on: { client: Client; token: string; address: string }): Promise<void> {
  const { client, token, address } = on;
  const link = await ended(amplify(["users", "reset-password", "ada@example.com"], { PUBLIC_URL: address }));
  expect(link.code).toBe(0);
  expect(link.out).toMatch(/^http:\S+\/reset#[\w-]{43}\n$/);
  const linkToken = new URL(link.out.trim()).hash.slice(1);
  await client("POST /amplify/auth/reset", { body: { token: linkToken, password: "Newer-Horse-8" } });
  const mine = createClient({ base: address, token });
  await expect(mine("GET /amplify/auth/me")).rejects.toThrow("Unauthorized");

  const piped = (password: string) =>
    ended(amplify(["users", "reset-password", "ada@example.com", "--password-stdin"], {}, password));
  expect(await piped("weak\n")).toMatchObject({ code: 1, error: `${exact.signupPassword}\n` });
  const { token: newer } = await client("POST /amplify/auth/login", {
    body: { username: "ada@example.com", password: "Newer-Horse-8" },
  });
  expect(await piped("Newest-Horse-9\n")).toMatchObject({ code: 0 });
  const newerMine = createClient({ base: address, token: newer });
  await expect(newerMine("GET /amplify/auth/me")).rejects.toThrow("Unauthorized");
  const body = { username: "ada@example.com", password: "Newest-Horse-9" };
  expect(await client("POST /amplify/auth/login", { body })).toHaveProperty("token");
}

test("nobody is granted anything under an unknown address or plan", async () => {
  expect(await ended(amplify(["users", "grant", "nobody@example.com", "--role", "admin"]))).toMatchObject({
    code: 1,
    error: "Nobody has signed up as nobody@example.com\n",
  });
  const unknown = await ended(amplify(["users", "grant", "ada@example.com", "--plan", "golden"]));
  expect(unknown.code).not.toBe(0);
  expect(unknown.error).toContain("free, premium, enterprise");
  const nothing = await ended(amplify(["users", "grant", "ada@example.com"]));
  expect(nothing).toMatchObject({ code: 2 });
  expect(nothing.error).toContain("say what to grant: --plan, --role, or both");
}, 30_000);

test("a server that cannot start says why in one sentence and exits with 1", async () => {
  rmSync(join(dataFolder, "key"));
  const reasons: [Record<string, string>, string][] = [
    [{ PORT: "eighty" }, "Setting PORT:"],
    [{}, "The key of this database is missing."],
    [{ AMPLIFY_KEY: "a".repeat(64) }, "The key in AMPLIFY_KEY is not the one this database was sealed with."],
  ];
  const broken = join(dataFolder, "broken");
  mkdirSync(broken);
  writeFileSync(join(broken, "amplify.db"), "no database");
  reasons.push([
    { AMPLIFY_DATA: broken },
    `${join(broken, "amplify.db")} is damaged, or no database at all.`,
  ]);
  for (const [environment, reason] of reasons) {
    const { code, error } = await ended(amplify(["serve"], environment));
    expect(error).toStartWith(reason);
    expect(error).not.toContain("    at ");
    expect(code).toBe(1);
  }
}, 60_000);

test("a port that is taken is named, also where another server such as this one has it", async () => {
  const fetch = () => new Response("mine");
  // As willing to share as Bun makes a server that is not for development.
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", development: false, reusePort: true, fetch });
  const folder = mkdtempSync(join(tmpdir(), "amplify-start-"));
  const { code, error } = await ended(amplify(["serve"], { AMPLIFY_DATA: folder, PORT: String(taken.port) }));
  expect(error).toStartWith(
    `Cannot listen on 127.0.0.1:${taken.port}: another program listens there already.`,
  );
  expect(code).toBe(1);
  await taken.stop(true);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test("an address that is not this machine's, or nobody's, is named, and no other program is blamed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-start-"));
  const said = {
    "192.0.2.1": "this machine has no such address",
    "http://127.0.0.1": "there is no host of that name",
  };
  for (const [HOST, why] of Object.entries(said)) {
    const { code, error } = await ended(amplify(["serve"], { AMPLIFY_DATA: folder, HOST, PORT: "8000" }));
    expect(error).toStartWith(`Cannot listen on ${HOST}:8000: ${why}.`);
    expect(code).toBe(1);
  }
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test("roles apart are refused where the database is a file, and so is a role that there is not", async () => {
  const apart = await ended(amplify(["serve", "--role", "sender"]));
  expect(apart).toMatchObject({ out: "", code: 1 });
  expect(apart.error).toContain("Roles apart need a PostgreSQL (DATABASE_URL)");
  const unknown = await ended(amplify(["serve", "--role", "server", "mailer"]));
  expect(unknown.error).toContain("There is no role mailer. The roles are server, sender, worker.");
}, 60_000);

test("a press of Ctrl+C that comes twice at once, as by `bun run` in a terminal, lets what is under way end", async () => {
  const folder = join(dataFolder, "twice");
  const child = amplify(["serve"], { AMPLIFY_DATA: folder });
  await addressOf(child);
  // Two of one kind would be one to the system, so the second is the other.
  child.kill("SIGTERM");
  child.kill("SIGINT");
  expect(await child.exited).toBe(0);
});
