import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { AccountDomain } from "../../contract/schemas/accounts/domain.ts";
import { startDnsServer } from "../support/dns/dnsServer.ts";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestServer } from "../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(30_000);

const email = "ada@shop.test";
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let smtp: ScriptedSmtp;
let server: TestServer;
let machine: Machine;
beforeAll(async () => {
  dns = await startDnsServer({ "shop.test": { TXT: ["v=spf1 -all"], MX: [[1, "mx.shop.test"]] } });
  smtp = await startScriptedSmtp();
  const signedIn = await startSignedInMachine({ env: { AMPLIFY_DNS_SERVERS: dns.address } });
  const { person } = signedIn;
  ({ server, machine } = signedIn);
  const own = { provider: "smtp", host: "127.0.0.1", port: smtp.port, security: "none" } as const;
  const body = { ...own, appEmail: email, appPassword: "", alias: `Ada <${email}>` };
  await person.client("POST /amplify/auth/credentials", { body });
});
afterAll(async () => {
  machine.remove();
  await server.close();
  await Promise.all([smtp.close(), dns.close()]);
});

async function asJson(...words: string[]): Promise<AccountDomain> {
  const { code, stdout } = await machine.run(["accounts", ...words, "--json"]);
  expect(code).toBe(0);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as AccountDomain;
}

test("amplify accounts domain says of each record how it is, why, and what to put into the DNS", async () => {
  const { code, stdout, stderr } = await machine.run(["accounts", "domain", email, "--check"]);
  expect([code, stderr, stdout.split("\n")[0]]).toEqual([0, "", "shop.test"]);
  expect(stdout).toMatch(/shop\.test has no DMARC policy/);
  expect(stdout).toContain(`_dmarc.shop.test`);
  expect(stdout).toContain(`v=DMARC1; p=none; rua=mailto:${email}`);
  const told = await asJson("domain", email);
  expect(told).toMatchObject({ domain: "shop.test", maySign: true, keys: [] });
  expect(told.checks.map(({ kind, state }) => [kind, state])).toContainEqual(["dmarc", "missing"]);
  expect((await machine.run(["accounts", "domain", "nobody@shop.test"])).code).not.toBe(0);
});

test("amplify accounts sign makes keys, uses them once the DNS shows them, stops and removes them", async () => {
  const [key] = (await asJson("sign", email)).keys;
  const selector = key?.selector ?? "";
  expect(key).toMatchObject({ signing: false });
  const early = await machine.run(["accounts", "sign", email, "--use", selector]);
  expect([early.code, early.stdout]).toEqual([1, ""]);
  expect(early.stderr).not.toBe("");
  for (const { name, value } of key?.records ?? []) dns.set(name, { TXT: [value ?? ""] });
  const used = await machine.run(["accounts", "sign", email, "--use", selector]);
  expect([used.code, used.stderr]).toEqual([0, ""]);
  for (const { name, value } of key?.records ?? []) {
    expect(used.stdout).toContain(name);
    // In one piece, for it to be copied whole.
    expect(used.stdout).toContain(value ?? "");
  }
  expect((await asJson("domain", email)).keys).toMatchObject([{ selector, signing: true }]);
  expect((await asJson("sign", email, "--stop", selector)).keys).toMatchObject([
    { selector, signing: false },
  ]);
  const wrong = await machine.run(["accounts", "sign", email, "--remove", "another"]);
  expect([wrong.code, wrong.stderr.includes("another")]).toEqual([2, true]);
  expect((await asJson("sign", email, "--remove", selector)).keys).toEqual([]);
});

test("of the sandbox it is said that there is nothing to check, and not to check it", async () => {
  const sandbox = "ada@sandbox.test";
  await machine.run(["accounts", "add", sandbox, "--provider", "sandbox", "--name", "Ada"]);
  const { code, stdout } = await machine.run(["accounts", "domain", sandbox, "--check"]);
  expect([code, stdout]).toEqual([
    0,
    "sandbox.test\nMails of the sandbox stay in this installation, so there is nothing to check.\n",
  ]);
});
