import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestServer } from "../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(30_000);

let smtp: ScriptedSmtp;
let server: TestServer;
let machine: Machine;
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  const own = { AMPLIFY_SYSTEM_SMTP: `smtp://127.0.0.1:${smtp.port}?from=amplify@server.test` };
  server = await startTestServer(own);
  machine = createMachine({ ...own, AMPLIFY_DATA: server.dataFolder });
});
afterAll(async () => {
  machine.remove();
  await server.close();
  await smtp.close();
});

test("a new password is asked for unseen beside a running server, and every session ends", async () => {
  const ada = await server.signUp();
  const terminal = machine.open(["users", "reset-password", ada.email, "--ask"]);
  await terminal.shows("New password:");
  terminal.type("Newer-Horse-8\r");
  expect(await terminal.exited).toBe(0);
  expect(terminal.screen.text()).toContain("every session has ended");
  expect(terminal.raw()).not.toContain("Newer-Horse-8");
  await expect(ada.client("GET /amplify/auth/me")).rejects.toThrow("Unauthorized");
  expect(await server.logIn({ ...ada, password: "Newer-Horse-8" })).toHaveProperty("token");
});

test("the owner is told by mail of a password that was set here, as of every other change of it", async () => {
  const ada = await server.signUp();
  const reset = ["users", "reset-password", ada.email, "--password-stdin"];
  expect(await machine.run(reset, { stdin: "Newer-Horse-9" })).toMatchObject({ code: 0 });
  const isTold = () => smtp.accepted.some(({ to, raw }) => to.includes(ada.email) && isOfPassword(raw));
  await until(isTold);
});

const isOfPassword = (raw: Uint8Array) => Buffer.from(raw).includes("Your password was changed");

test("where nobody can be asked, and where nobody has the address, it says what to do", async () => {
  const ada = await server.signUp();
  const asked = await machine.run(["users", "reset-password", ada.email, "--ask"]);
  expect([asked.code, asked.stdout]).toEqual([1, ""]);
  expect(asked.stderr).toContain("--password-stdin");
  const unknown = await machine.run(["users", "reset-password", "nobody@example.com"]);
  expect([unknown.code, unknown.stderr]).toEqual([1, "Nobody has signed up as nobody@example.com\n"]);
  expect((await ada.client("GET /amplify/auth/me")).uid).toBe(ada.uid);
});

test("the link alone goes to stdout, with the public address and no password", async () => {
  const ada = await server.signUp();
  const env = { PUBLIC_URL: "https://mail.example.com" };
  const { code, stdout, stderr } = await machine.run(["users", "reset-password", ada.email], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^https:\/\/mail\.example\.com\/reset#[\w-]{43}\n$/);
  expect(stderr).toContain("30 minutes");
  // Whoever has the link can sign in as somebody else, so the security log says that there is one, and not which.
  expect(stderr).toContain(`"event":"password_link_made","outcome":"done","user":"${ada.uid}"`);
  expect(stderr).not.toContain("/reset#");
  // The link is only offered: until it is used, everything is as it was.
  expect((await ada.client("GET /amplify/auth/me")).uid).toBe(ada.uid);
});
