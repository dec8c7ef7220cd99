import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestServer } from "../support/server/testServer.ts";

setDefaultTimeout(30_000);

let server: TestServer;
let machine: Machine;
beforeAll(async () => {
  server = await startTestServer();
  machine = createMachine({ AMPLIFY_DATA: server.dataFolder });
});
afterAll(async () => {
  machine.remove();
  await server.close();
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
  // The link is only offered: until it is used, everything is as it was.
  expect((await ada.client("GET /amplify/auth/me")).uid).toBe(ada.uid);
});
