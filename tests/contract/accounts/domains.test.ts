import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AccountDomain } from "../../../contract/schemas/accounts/domain.ts";
import { startDnsServer } from "../../support/dns/dnsServer.ts";
import { startGoogleServer } from "../../support/google/googleServer.ts";
import { somePerson } from "../../support/google/googleStandIn.ts";
import { startMicrosoftServer } from "../../support/microsoft/microsoftServer.ts";
import { microsoftPerson } from "../../support/microsoft/microsoftStandIn.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

let dns: Awaited<ReturnType<typeof startDnsServer>>;
let smtp: ScriptedSmtp;
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  dns = await startDnsServer({
    "one.test": { TXT: ["v=spf1 ip4:192.0.2.1 -all"], MX: [[1, "mx.one.test"]] },
  });
  smtp = await startScriptedSmtp();
  server = await startTestServer({ AMPLIFY_DNS_SERVERS: dns.address });
  person = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await Promise.all([smtp.close(), dns.close()]);
});

async function added(appEmail: string, more = {}): Promise<string> {
  const own = { provider: "smtp", host: "127.0.0.1", port: smtp.port, security: "none" } as const;
  const body = { ...own, appEmail, appPassword: "", alias: `Ada <${appEmail}>`, ...more };
  const { _id } = await person.client("POST /amplify/auth/credentials", { body });
  return _id;
}
const domainOf = (id: string) =>
  person.client("GET /amplify/auth/credentials/{id}/domain", { params: { id } });
const lookAt = (id: string) =>
  person.client("POST /amplify/auth/credentials/{id}/domain", { params: { id } });
const codesOf = ({ checks }: AccountDomain) =>
  Object.fromEntries(checks.map(({ kind, cause }) => [kind, cause.code]));
/** Shows the DNS what a key's records say. */
function publish({ keys }: AccountDomain, at = 0): void {
  for (const { name, value } of keys[at]?.records ?? []) dns.set(name, { TXT: [value ?? ""] });
}

test("an account that is added is looked at by itself, and again after a change that matters, or by hand", async () => {
  const id = await added("ada@one.test");
  await until(async () => (await domainOf(id)).checkedAt !== null);
  const first = await domainOf(id);
  expect(first).toMatchObject({ domain: "one.test", maySign: true, keys: [] });
  expect(codesOf(first)).toMatchObject({ spf: "spf_unsure", dmarc: "dmarc_missing", mx: "mx_ok" });
  expect(first.checks.find(({ kind }) => kind === "dmarc")).toMatchObject({
    state: "missing",
    by: "you",
    reason: expect.stringContaining("one.test has no DMARC policy"),
    record: { name: "_dmarc.one.test", type: "TXT", value: "v=DMARC1; p=none; rua=mailto:ada@one.test" },
  });
  dns.set("_dmarc.one.test", { TXT: ["v=DMARC1; p=reject"] });
  expect(codesOf(await domainOf(id)).dmarc).toBe("dmarc_missing");
  expect(codesOf(await lookAt(id)).dmarc).toBe("dmarc_ok");
  const { client } = person;
  const body = { provider: "smtp", appEmail: "ada@two.test", appPassword: "", alias: "" } as const;
  await client("PUT /amplify/auth/credentials/{id}", { params: { id }, body });
  await until(async () => codesOf(await domainOf(id)).spf === "spf_missing_unsure");
  expect(await domainOf(id)).toMatchObject({ domain: "two.test" });
});

test("a key signs only once the DNS shows it, takes the place of the one before, and never leaves in clear", async () => {
  const id = await added("eve@keys.test");
  const params = { id };
  const { client } = person;
  const made = await client("POST /amplify/auth/credentials/{id}/domain/keys", { params });
  expect(codesOf(made).dkim).toBe("dkim_own_waits");
  const [first] = made.keys;
  const keyId = first?._id ?? "";
  const change = (of: string, signing: boolean) =>
    client("PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}", {
      params: { id, keyId: of },
      body: { signing },
    });
  await expect(change(keyId, true)).rejects.toMatchObject({
    code: "conflict",
    reason: { code: "domain_key_unseen" },
  });
  dns.set(first?.records[0]?.name ?? "", "fails");
  await expect(change(keyId, true)).rejects.toMatchObject({ reason: { code: "domain_key_silent" } });
  publish(made);
  const signing = await change(keyId, true);
  expect(signing.keys).toMatchObject([{ signing: true, signsSince: expect.any(Number) }]);
  expect(codesOf(signing)).toMatchObject({ dkim: "dkim_own", alignment: "aligned_dkim" });

  publish(await client("POST /amplify/auth/credentials/{id}/domain/keys", { params }), 1);
  const { keys } = await domainOf(id);
  const rotated = await change(keys[1]?._id ?? "", true);
  expect(rotated.keys.map((key) => key.signing)).toEqual([false, true]);
  await client("POST /amplify/auth/credentials/{id}/domain/keys", { params });
  await expect(client("POST /amplify/auth/credentials/{id}/domain/keys", { params })).rejects.toMatchObject({
    reason: { code: "domain_keys_too_many" },
  });
  const off = await change(keys[1]?._id ?? "", false);
  expect(off.keys.every((key) => !key.signing)).toBe(true);

  const { tables, read } = server.core.database;
  const rows = await read.select().from(tables.signingKeys);
  for (const { rsaSecret, ed25519Secret } of rows) {
    expect([rsaSecret, ed25519Secret]).toEqual([
      expect.stringMatching(/^v1\./),
      expect.stringMatching(/^v1\./),
    ]);
    expect(JSON.stringify(rotated)).not.toContain(rsaSecret.slice(-40));
  }
  const exported = await fetch(`${server.url}/amplify/account/export`, {
    headers: { cookie: person.cookie },
  });
  expect(await exported.text()).not.toContain("signingKeys");

  await client("DELETE /amplify/auth/credentials/{id}", { params });
  expect(
    (await read.select().from(tables.signingKeys)).filter(({ domain }) => domain === "keys.test"),
  ).toEqual([]);
  expect((await read.select().from(tables.domainChecks)).some((row) => row.credentialId === id)).toBe(false);
});

test("who has a provider that signs gets no key here, and the sandbox is not looked at", async () => {
  const params = { id: await added("ada@sandbox.example", { provider: "sandbox" }) };
  expect(await lookAt(params.id)).toMatchObject({ checkedAt: null, checks: [], maySign: false });
  await expect(
    person.client("POST /amplify/auth/credentials/{id}/domain/keys", { params }),
  ).rejects.toMatchObject({ reason: { code: "domain_signed_elsewhere" } });
});

test("mails of an account whose key is in use leave signed by both keys, and unsigned once that is stopped", async () => {
  const id = await added("sig@signed.test");
  const { client } = person;
  const made = await client("POST /amplify/auth/credentials/{id}/domain/keys", { params: { id } });
  publish(made);
  const params = { id, keyId: made.keys[0]?._id ?? "" };
  for (const signing of [true, false]) {
    await client("PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}", { params, body: { signing } });
    const before = smtp.accepted.length;
    await client("POST /email/send/test", { body: { credentialId: id, html: "<p>Hi</p>" } });
    const raw = Buffer.from(smtp.accepted[before]?.raw ?? []).toString("latin1");
    expect(
      raw.match(/^DKIM-Signature: v=1; a=(ed25519|rsa)-sha256; c=relaxed\/relaxed; d=signed\.test;/gm) ?? [],
    ).toHaveLength(signing ? 2 : 0);
  }
});

test("an account that is connected in a provider's window is looked at by itself too, and again when it is renamed", async () => {
  const environment = { AMPLIFY_DNS_SERVERS: dns.address };
  const sites = [await startMicrosoftServer(environment), await startGoogleServer(environment)] as const;
  try {
    for (const site of sites) {
      const visitor = await site.server.signUp();
      if ("google" in site) site.google.people.push(somePerson("ada@one.test"));
      else site.microsoft.people.push(microsoftPerson("ada@one.test", crypto.randomUUID()));
      expect(await site.connect(visitor, { email: "ada@one.test" })).toMatchObject({ status: 200 });
      const [account] = await site.accounts(visitor);
      const params = { id: account?._id ?? "" };
      const looked = () => visitor.client("GET /amplify/auth/credentials/{id}/domain", { params });
      await until(async () => (await looked()).checkedAt !== null);
      expect(await looked()).toMatchObject({ domain: "one.test", maySign: false });
      if (!("google" in site)) continue;
      for (const one of site.google.people) if (one.email === "ada@one.test") one.email = "ada@two.test";
      await site.connect(visitor, { email: "ada@two.test" }, params.id);
      await until(async () => (await looked()).checkedAt !== null);
      expect(await looked()).toMatchObject({ domain: "two.test" });
    }
  } finally {
    for (const site of sites) await site.close();
  }
});
