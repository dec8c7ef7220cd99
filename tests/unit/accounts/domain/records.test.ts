import { afterAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { createResolver } from "../../../../server/accounts/domain/dns/resolver.ts";
import { readDkimKey } from "../../../../server/accounts/domain/records/dkimKey.ts";
import { parseDmarc, readDmarc } from "../../../../server/accounts/domain/records/dmarc.ts";
import {
  areAligned,
  isPublicName,
  organisationOf,
} from "../../../../server/accounts/domain/records/organisation.ts";
import { readSpf } from "../../../../server/accounts/domain/records/spf.ts";
import { parseSpf } from "../../../../server/accounts/domain/records/spfRecord.ts";
import { startDnsServer } from "../../../support/dns/dnsServer.ts";

const txt = (text: string, ...more: string[]) => ({ TXT: [text, ...more] });
const chain = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`c${index}.test`, txt(`v=spf1 include:c${index + 1}.test -all`)]),
);
const dns = await startDnsServer({
  "shop.test": txt("google-site-verification=x", "v=spf1 include:_spf.google.test ip4:192.0.2.0/24 ~all"),
  "_spf.google.test": txt("v=spf1 include:_netblocks.google.test ~all"),
  "_netblocks.google.test": txt("v=spf1 ip4:198.51.100.0/24 ip6:2001:db8::/32 ~all"),
  "hosts.test": {
    ...txt("v=spf1 a mx:hosts.test a:out.hosts.test/24 -all"),
    A: ["203.0.113.1"],
    MX: [[10, "mx.hosts.test"]],
  },
  "mx.hosts.test": { A: ["203.0.113.2"], AAAA: ["2001:db8::9"] },
  "out.hosts.test": { A: ["203.0.113.77"] },
  "redirected.test": txt("v=spf1 redirect=shop.test"),
  "two.test": txt("v=spf1 -all", "v=spf1 ~all"),
  "open.test": txt("v=spf1 +all"),
  "refused.test": txt("v=spf1 -include:_spf.google.test ?all"),
  "typing.test": txt("v=spf1 inclde:_spf.google.test -all"),
  "void.test": txt("v=spf1 a:no1.test a:no2.test a:no3.test -all"),
  "lost.test": txt("v=spf1 include:nobody.test -all"),
  "self.test": txt("v=spf1 include:self.test -all"),
  "macro.test": txt("v=spf1 include:%{d}.spf.test exists:%{i}.ok.test -all"),
  "silent.test": txt("v=spf1 include:silence.test -all"),
  "silence.test": "fails",
  ...chain,
  "_dmarc.shop.test": txt("v=DMARC1; p=reject; sp=quarantine; adkim=s; pct=20; rua=mailto:d@shop.test"),
  "_dmarc.two.test": txt("v=DMARC1; p=none", "v=DMARC1; p=reject"),
  "_dmarc.silent.test": "fails",
});
afterAll(() => dns.close());
const resolver = createResolver([dns.address], { waitMs: 500 });
const spf = (domain: string, address?: string) => readSpf(resolver, { domain, address: address ?? null });

describe("SPF", () => {
  test("a record is walked with all it includes, its lookups counted, and says who may send", async () => {
    const read = { kind: "read", lookups: 2, isOpen: false };
    expect(await spf("shop.test", "198.51.100.7")).toMatchObject({ ...read, passes: true });
    expect(await spf("shop.test", "2001:db8::1")).toMatchObject({ passes: true });
    expect(await spf("shop.test", "203.0.113.9")).toMatchObject({ ...read, passes: false });
    expect([...((await spf("shop.test")) as { includes: ReadonlySet<string> }).includes]).toEqual([
      "_spf.google.test",
      "_netblocks.google.test",
    ]);
    expect(await spf("redirected.test", "192.0.2.8")).toMatchObject({ passes: true, lookups: 3 });
    expect(await spf("refused.test", "198.51.100.7")).toMatchObject({ passes: false });
  });

  test("hosts and mail servers are followed to their addresses", async () => {
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.200"])
      expect(await spf("hosts.test", address)).toMatchObject({ passes: true, lookups: 3 });
    expect(await spf("hosts.test", "198.51.100.1")).toMatchObject({ passes: false });
  });

  test("what makes a record worthless is told by its cause, and silence is none", async () => {
    expect(await spf("nobody.test")).toEqual({ kind: "none" });
    expect(await spf("silent.test")).toEqual({ kind: "silent" });
    expect(await spf("two.test")).toMatchObject({ fault: { kind: "several" } });
    expect(await spf("typing.test")).toMatchObject({
      fault: { kind: "broken", term: "inclde:_spf.google.test" },
    });
    expect(await spf("lost.test")).toMatchObject({ fault: { kind: "empty", domain: "nobody.test" } });
    expect(await spf("void.test", "192.0.2.1")).toMatchObject({ fault: { kind: "voids" } });
    expect(await spf("open.test")).toMatchObject({ isOpen: true });
    expect(await spf("macro.test", "192.0.2.1")).toMatchObject({ kind: "read", lookups: 2, passes: false });
  });

  test("a record that leads in a circle, or on and on, ends at ten lookups", async () => {
    for (const domain of ["self.test", "c0.test"])
      expect(await spf(domain)).toMatchObject({ kind: "fault", fault: { kind: "lookups" } });
    expect(await spf("c2.test")).toMatchObject({ fault: { kind: "empty", domain: "c12.test" } });
  });

  test("terms are what RFC 7208 says, and nothing else is", () => {
    for (const right of [
      "v=spf1",
      "v=spf1 -all",
      "v=spf1  a:mail.example.com/24//64 mx ptr ?all",
      "v=spf1 IP4:192.0.2.1 ip6:2001:db8::/32 exp=explain.example.com -ALL",
      "v=spf1 include:%{ir}.%{v}._spf.%{d2} redirect=_spf.example.com unknown=x",
    ])
      expect(parseSpf(right)).toMatchObject({ text: right });
    for (const wrong of [
      "v=spf1 all:x.example",
      "v=spf1 ip4:192.0.2.300",
      "v=spf1 ip4:192.0.2.1/33",
      "v=spf1 ip6:192.0.2.1",
      "v=spf1 include:",
      "v=spf1 include",
      "v=spf1 include:localhost",
      "v=spf1 a/24/64",
      "v=spf1 redirect=a.test redirect=b.test",
      "v=spf1 -all;",
      "v=spf1 192.0.2.1",
    ])
      expect(parseSpf(wrong)).toHaveProperty("broken");
  });
});

describe("DKIM keys", () => {
  const rsa = (bits: number) =>
    generateKeyPairSync("rsa", { modulusLength: bits })
      .publicKey.export({ type: "spki", format: "der" })
      .toString("base64");

  test("a key tells its kind and its length, whatever its tags look like", () => {
    const long = rsa(2_048);
    expect(readDkimKey(`v=DKIM1; k=rsa; p=${long}`)).toMatchObject({
      algorithm: "rsa",
      bits: 2_048,
      isTest: false,
    });
    expect(readDkimKey(`p=${long.slice(0, 90)} ${long.slice(90)};t=s:y`)).toMatchObject({
      bits: 2_048,
      isTest: true,
    });
    expect(readDkimKey(`v=DKIM1;p=${rsa(512)}`)).toMatchObject({ bits: 512 });
    expect(readDkimKey("v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")).toMatchObject({
      algorithm: "ed25519",
    });
  });

  test("one that was taken back, and one that is none, are told apart", () => {
    expect(readDkimKey("v=DKIM1; p=")).toEqual({ kind: "revoked" });
    for (const broken of [
      "",
      "v=DKIM2; p=AAAA",
      "v=DKIM1",
      "p=AAAA",
      "hello",
      "k=ed25519; p=AAAA",
      "k=dsa; p=AAAA",
      "p=<b>",
    ])
      expect(readDkimKey(broken)).toEqual({ kind: "broken" });
  });
});

describe("DMARC", () => {
  test("a domain has its own policy, or its organisation's with what is said of those below", async () => {
    const organisation = "shop.test";
    const own = await readDmarc(resolver, { domain: "shop.test", organisation });
    const policy = { policy: "reject", applied: "reject", percent: 20, reports: true };
    expect(own).toMatchObject({ policy: { ...policy, isStrict: { dkim: true, spf: false } } });
    const below = await readDmarc(resolver, { domain: "news.shop.test", organisation });
    expect(below).toMatchObject({ policy: { ...policy, applied: "quarantine", at: "shop.test" } });
    const asked = (domain: string) => readDmarc(resolver, { domain, organisation: domain });
    expect(await asked("two.test")).toEqual({ kind: "several", at: "two.test" });
    expect(await asked("silent.test")).toEqual({ kind: "silent" });
    expect(await asked("open.test")).toEqual({ kind: "none" });
  });

  test("a policy that is none is broken, unless it asks for reports", () => {
    const parse = (text: string) => parseDmarc(text, { at: "a.test", isBelow: false });
    expect(parse("v=DMARC1")).toMatchObject({ kind: "broken" });
    expect(parse("v=DMARC1; p=block")).toMatchObject({ kind: "broken" });
    expect(parse("v=DMARC1; rua=mailto:a@a.test")).toMatchObject({ policy: { policy: "none" } });
    expect(parse("v=DMARC1;p=Quarantine;pct=x")).toMatchObject({
      policy: { policy: "quarantine", percent: 100 },
    });
  });
});

describe("organisations", () => {
  test("they are found by the list of public suffixes, and alignment goes by them", () => {
    expect(["mail.shop.co.uk", "shop.co.uk", "a.b.shop.com", "me.github.io"].map(organisationOf)).toEqual([
      "shop.co.uk",
      "shop.co.uk",
      "shop.com",
      "me.github.io",
    ]);
    expect(areAligned("news.shop.com", "shop.com", { isStrict: false })).toBe(true);
    expect(areAligned("news.shop.com", "shop.com", { isStrict: true })).toBe(false);
    expect(areAligned("a.co.uk", "b.co.uk", { isStrict: false })).toBe(false);
  });

  test("names of somebody's own network are not the world's", () => {
    expect(["shop.com", "me.github.io"].map(isPublicName)).toEqual([true, true]);
    expect(["printer.local", "crm.corp", "localhost", "co.uk", "10.0.0.1"].map(isPublicName)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

test("records of strangers are read in a time that grows no faster than they do", () => {
  const sizes = [4_000, 4_000_000];
  const hostile = [
    (n: number) => parseSpf(`v=spf1 ${"a".repeat(n)}`),
    (n: number) => parseSpf(`v=spf1 ${"a ".repeat(n / 2)}`),
    (n: number) => parseSpf(`v=spf1 a:${"/1".repeat(n / 2)}`),
    (n: number) => readDkimKey(`p=${"A".repeat(n)}=`),
    (n: number) => readDkimKey(`${" ;".repeat(n / 2)}`),
    (n: number) => readDkimKey(`t=${":y".repeat(n / 2)}; p=${" ".repeat(n)}`),
    (n: number) => parseDmarc(`v=DMARC1;rua=${", ".repeat(n / 2)}`, { at: "a.test", isBelow: false }),
    (n: number) => parseDmarc(`v=DMARC1;${"=".repeat(n)}`, { at: "a.test", isBelow: false }),
  ];
  // A thousand times as long: what grew with its square would take hours, and the run would end it.
  for (const read of hostile) for (const size of sizes) read(size);
});
