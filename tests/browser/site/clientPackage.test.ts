import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { closeContexts, sharedChromium } from "../../support/browser/chromium.ts";
import { findNode } from "../../support/runtime/findNode.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

setDefaultTimeout(120_000);

const root = resolve(import.meta.dir, "../../..");
const support = join(root, "tests/support/client");
/** A project of somebody else's with the package in it. */
const project = mkdtempSync(join(tmpdir(), "amplify-client-"));
const built = join(project, "node_modules/amplify-client");
const script = join(built, "index.js");

let server: TestServer;
let ada: TestPerson;
let browser: Browser;

beforeAll(async () => {
  await mkdir(join(project, "node_modules"), { recursive: true });
  expect(await run([process.execPath, "server/commands/clientPackage/build.ts", built], root)).toEqual("");
  server = await startTestServer({}, { islands: true });
  [ada, browser] = await Promise.all([server.signUp(), sharedChromium()]);
  await server.grant(ada, { status: "AMEX" });
  await fill(ada);
});
afterAll(async () => {
  await closeContexts(browser);
  await server.close();
  rmSync(project, { recursive: true });
});

async function fill({ client }: TestPerson): Promise<void> {
  const leads = Array.from({ length: 120 }, (_, i) => ({ firstName: "Ann", email: `ann${i}@in.test` }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
  const appEmail = "me@sandbox.example";
  const body = { provider: "sandbox", appEmail, alias: `Me <${appEmail}>` } as const;
  await client("POST /amplify/auth/credentials", { body });
}

/** What a program wrote that ended well. */
async function run(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdout: "pipe", stderr: "pipe" });
  const [written, faults, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${written}${faults}`);
  return written;
}

const came = { leads: 120, isOnce: true, refused: ["AmplifyError", "not_found", 404] };

test("a program of Node's and one of Bun's go through a list, send once, and read what is refused", async () => {
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  writeFileSync(join(project, "program.mjs"), readFileSync(join(support, "program.mjs")));
  const where = JSON.stringify({ base: `${server.url}/`, token: ada.token });
  writeFileSync(
    join(project, "main.mjs"),
    `import * as client from "amplify-client";
import { program } from "./program.mjs";
console.log(JSON.stringify(await program(client, ${where})));`,
  );
  const node = findNode();
  for (const runtime of [process.execPath, ...(node === null ? [] : [node])])
    expect([runtime, JSON.parse(await run([runtime, "main.mjs"], project))]).toEqual([runtime, came]);
});

test("a page that the installation serves uses the visitor's own session, under its policy", async () => {
  const context = await browser.newContext();
  const [name = "", value = ""] = ada.cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  for (const [path, file] of [
    ["/static/client.js", script],
    ["/static/program.js", join(support, "program.mjs")],
  ] as const)
    await page.route(server.url + path, (route) =>
      route.fulfill({ path: file, contentType: "text/javascript" }),
    );
  await page.goto(`${server.url}/pricing`);
  const result = await page.evaluate(async () => {
    const [client, { program }] = await Promise.all(
      ["/static/client.js", "/static/program.js"].map((path) => import(path)),
    );
    return program(client, { base: "" });
  });
  expect(result).toEqual(came);
});

test("its types stand by themselves, know each call, and refuse what is none", async () => {
  symlinkSync(join(root, "node_modules/typescript"), join(project, "node_modules/typescript"));
  writeFileSync(join(project, "example.ts"), readFileSync(join(support, "example.ts.txt")));
  const options = { strict: true, noEmit: true, skipLibCheck: false, types: [], lib: ["es2023", "dom"] };
  const compilerOptions = { ...options, target: "es2022", module: "nodenext" };
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["example.ts", "node_modules/amplify-client/index.d.ts"] }),
  );
  expect(await run([join(root, "node_modules/.bin/tsc"), "-p", project], project)).toBe("");
});

type Made = typeof import("../../../contract/package/amplifyClient.ts");

test("what came too fast is called again when the server says; what may have been done is not done again", async () => {
  const { amplifyClient, AmplifyError } = (await import(script)) as Made;
  const asked: { key: string; authorization: string | null }[] = [];
  const answers: (() => Response)[] = [];
  const client = amplifyClient({
    base: "http://in.test",
    key: "amk_1",
    fetch: (async (url: string, { method, headers }: RequestInit) => {
      const authorization = new Headers(headers).get("authorization");
      asked.push({ key: `${method} ${new URL(url).pathname}`, authorization });
      return answers.shift()?.() ?? Response.json({ ok: true });
    }) as unknown as typeof fetch,
  });
  const refuse =
    (status: number, code: string, headers: Record<string, string> = {}) =>
    () =>
      Response.json({ message: code, code }, { status, headers });

  answers.push(refuse(429, "rate_limited", { "retry-after": "1" }));
  expect(await client("POST /templates", { body: {} })).toEqual({ ok: true });
  const again = { key: "POST /templates", authorization: "Bearer amk_1" };
  expect(asked.splice(0)).toEqual([again, again]);

  // Longer than a program would wait, and a send that may have been taken.
  for (const [answer, options] of [
    [refuse(429, "rate_limited", { "retry-after": "3600" }), {}],
    [refuse(503, "unavailable"), {}],
  ] as const) {
    answers.push(answer);
    const error = await client("POST /email/send", { body: {} }, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AmplifyError);
    expect(asked.splice(0)).toHaveLength(1);
  }
  answers.push(refuse(503, "unavailable"));
  await client("POST /email/send", { body: {} }, { idempotencyKey: "once" });
  expect(asked.splice(0)).toHaveLength(2);
});

test("a call whose line broke is told what became of it, also where its answer is still being made", async () => {
  const { amplifyClient } = (await import(script)) as Made;
  let asked = 0;
  const answers: (() => Response)[] = [];
  const client = amplifyClient({
    base: "http://in.test",
    retries: 1,
    fetch: (async () => {
      asked += 1;
      return answers.shift()?.() ?? Response.json({ ok: true });
    }) as unknown as typeof fetch,
  });
  const bulk = () => client("POST /amplify/leads/bulk", { body: { leads: [] } }, { idempotencyKey: "once" });
  const running = () =>
    Response.json(
      { message: "Call again", code: "conflict", reason: "idempotency_running", params: {}, reply: null },
      { status: 409, headers: { "retry-after": "1" } },
    );
  answers.push(
    () => {
      throw new TypeError("fetch failed");
    },
    running,
    running,
  );
  expect(await bulk()).toEqual({ ok: true } as never);
  expect(asked).toBe(4);
  // Whoever takes a key that another call of theirs has is told at once.
  answers.push(running);
  expect(await bulk().catch(({ code }: { code: string }) => code)).toBe("conflict" as never);
  expect(asked).toBe(5);
});

test("it is one small file that brings nothing along", () => {
  const code = readFileSync(script);
  expect(Bun.gzipSync(code).length).toBeLessThan(5_700);
  expect(code.toString()).not.toMatch(/\bfrom\s*["']|\brequire\(/);
  const manifest = JSON.parse(readFileSync(join(built, "package.json"), "utf8"));
  expect(manifest).not.toHaveProperty("dependencies");
});
