import { afterAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { createResolver } from "../../../../server/accounts/domain/dns/resolver.ts";
import { judgeDomain } from "../../../../server/accounts/domain/judging/judgeDomain.ts";
import type { JudgedAccount } from "../../../../server/accounts/domain/judging/judged.ts";
import { withMechanism } from "../../../../server/accounts/domain/judging/spfCheck.ts";
import { startDnsServer } from "../../../support/dns/dnsServer.ts";

const publicKey = (bits: number) =>
  `v=DKIM1; k=rsa; p=${generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
const long = publicKey(2_048);
const googleSpf = "v=spf1 include:_spf.google.com ~all";
const dns = await startDnsServer({
  "_spf.google.com": { TXT: ["v=spf1 ip4:209.85.128.0/17 ~all"] },
  "spf.protection.outlook.com": { TXT: ["v=spf1 ip4:40.107.0.0/16 -all"] },
  "whole.shop": {
    TXT: [googleSpf],
    MX: [
      [5, "b.mail.shop"],
      [1, "a.mail.shop"],
    ],
  },
  "google._domainkey.whole.shop": { TXT: [long] },
  "_dmarc.whole.shop": { TXT: ["v=DMARC1; p=reject"] },
  "bare.shop": { TXT: ["hello"] },
  "mailed.shop": {
    MX: [
      [10, "mx.elsewhere.shop"],
      [20, "Smtp.Elsewhere.shop"],
    ],
  },
  "received.shop": { MX: [[10, "mx.third.shop"]] },
  "web.shop": { A: ["93.184.216.34"] },
  "other.shop": { TXT: ["v=spf1 mx -all"], MX: [[0, ""]] },
  "_dmarc.other.shop": { TXT: ["v=DMARC1; p=quarantine"] },
  "google._domainkey.other.shop": { TXT: ["v=DKIM1; p="] },
  "flat.shop": { TXT: ["v=spf1 ip4:209.85.128.0/17 ip4:40.107.0.0/16 -all"] },
  "contoso.shop": { TXT: ["v=spf1 include:spf.protection.outlook.com -all"] },
  "selector1._domainkey.contoso.shop": { CNAME: "selector1-contoso.onmicrosoft.com" },
  "selector1-contoso.onmicrosoft.com": { TXT: [long] },
  "weak.shop": { TXT: ["v=spf1 +all"] },
  "google._domainkey.weak.shop": { TXT: [publicKey(512)] },
  "mail.own.shop": { A: ["93.184.216.34"] },
  "own.shop": { TXT: ["v=spf1 a:mail.own.shop -all"] },
  "silent.shop": "fails",
  "s1._domainkey.grid.shop": { TXT: [long] },
  "grid.shop": { TXT: ["v=spf1 include:sendgrid.net ~all"] },
  "sendgrid.net": { TXT: ["v=spf1 ip4:192.0.2.0/24 ~all"] },
  "inside.corp": { TXT: ["v=spf1 -all"] },
  "inside.shop": { TXT: ["v=spf1 a:db.inside.corp a:secret.inside.shop -all"] },
  "secret.inside.shop": { A: ["10.0.0.7"] },
});
afterAll(() => dns.close());
const resolver = createResolver([dns.address], { waitMs: 500 });

function account(domain: string, more: Partial<JudgedAccount> = {}): JudgedAccount {
  const both = { fromDomain: domain, envelopeDomain: domain, appEmail: `ada@${domain}` };
  return { ...both, carrier: "google", host: "smtp.gmail.com", security: "tls", ...more };
}
const relay = (host: string) => ({ carrier: "relay", host, security: "tls" }) as const;
const mailed = { accepted: 1_000, complained: 0 };

async function judge(
  of: JudgedAccount,
  { own = [], complaints = mailed, privateHosts = false } = {} as Partial<Parameters<typeof judgeDomain>[1]>,
) {
  const checks = await judgeDomain(resolver, { account: of, own, complaints, privateHosts });
  const codes = Object.fromEntries(checks.map(({ kind, state, cause }) => [kind, `${state} ${cause.code}`]));
  const records = Object.fromEntries(
    checks.flatMap(({ kind, record }) => (record === null ? [] : [[kind, record]])),
  );
  return { codes, records };
}

describe("a domain of one's own at Google", () => {
  test("that has everything has nothing to add", async () => {
    const { codes, records } = await judge(account("whole.shop"));
    expect(codes).toEqual({
      alignment: "ok aligned_both",
      spf: "ok spf_ok",
      dkim: "ok dkim_ok",
      dmarc: "ok dmarc_ok",
      mx: "ok mx_ok",
      transport: "ok transport_provider",
      unsubscribe: "ok unsubscribe_done",
      complaints: "ok complaints_good",
      reverse: "ok reverse_provider",
    });
    expect(records).toEqual({});
  });

  test("that has nothing is told each record to add, and that its mails are not vouched for", async () => {
    const { codes, records } = await judge(account("bare.shop"));
    expect(codes).toMatchObject({
      alignment: "wrong aligned_not",
      spf: "missing spf_missing",
      dkim: "missing dkim_google_off",
      dmarc: "missing dmarc_missing",
      mx: "missing mx_missing",
    });
    const at = { type: "TXT" as const, replaces: false };
    expect(records).toEqual({
      spf: { ...at, name: "bare.shop", value: googleSpf },
      dkim: { ...at, name: "google._domainkey.bare.shop", value: null },
      dmarc: { ...at, name: "_dmarc.bare.shop", value: "v=DMARC1; p=none; rua=mailto:ada@bare.shop" },
    });
  });

  test("whose record allows somebody else is told the record as it has to be", async () => {
    const { codes, records } = await judge(account("other.shop"));
    expect(codes).toMatchObject({ spf: "wrong spf_lacks", dkim: "wrong dkim_revoked", mx: "wrong mx_null" });
    expect(records.spf).toMatchObject({ value: "v=spf1 mx include:_spf.google.com -all", replaces: true });
    expect(codes.alignment).toBe("wrong aligned_not");
  });

  test("may name the addresses themselves; a policy of the organisation holds below it", async () => {
    expect((await judge(account("flat.shop"))).codes).toMatchObject({
      spf: "ok spf_ok",
      alignment: "ok aligned_spf",
    });
    const below = account("news.whole.shop", { envelopeDomain: "whole.shop" });
    expect((await judge(below)).codes).toMatchObject({ dmarc: "ok dmarc_ok", spf: "ok spf_ok" });
  });

  test("that lets everybody send, and has a key that is too short, is told so, with a record that still allows Google", async () => {
    const { codes, records } = await judge(account("weak.shop"));
    expect(codes).toMatchObject({ spf: "wrong spf_open", dkim: "wrong dkim_weak" });
    expect(records.spf).toMatchObject({ value: "v=spf1 include:_spf.google.com ~all" });
  });
});

test("a domain at Microsoft is looked at under Microsoft's names", async () => {
  const microsoft = { carrier: "microsoft", host: "smtp.office365.com" } as const;
  expect((await judge(account("contoso.shop", microsoft))).codes).toMatchObject({
    spf: "ok spf_ok",
    dkim: "ok dkim_ok",
    dmarc: "missing dmarc_missing",
  });
  const { codes, records } = await judge(account("bare.shop", microsoft));
  expect(codes).toMatchObject({ dkim: "missing dkim_microsoft_off", alignment: "wrong aligned_not" });
  expect(records.dkim).toMatchObject({ name: "selector1._domainkey.bare.shop", type: "CNAME" });
});

describe("a mail server of one's own", () => {
  test("is found in the record by its address, while who signs is not known", async () => {
    const { codes } = await judge(account("own.shop", relay("mail.own.shop")));
    expect(codes).toMatchObject({
      spf: "ok spf_ok",
      dkim: "unknown dkim_unsure",
      alignment: "ok aligned_spf",
      transport: "ok transport_tls",
      reverse: "unknown reverse_relay",
    });
  });

  test("of a known service is looked for under its names; of an unknown one nothing is claimed", async () => {
    expect((await judge(account("grid.shop", relay("smtp.sendgrid.net")))).codes.alignment).toBe(
      "ok aligned_both",
    );
    const { codes } = await judge(account("bare.shop", relay("smtp.elsewhere.shop")));
    expect(codes).toMatchObject({ spf: "missing spf_missing_unsure", dkim: "unknown dkim_unsure" });
    expect(codes.alignment).toBe("unknown aligned_unsure");
  });

  test("is advised as “mx” only where the domain's mail comes in by it too; else only it can say what to add", async () => {
    const spfOf = async (domain: string, host = "smtp.elsewhere.shop") => {
      const { codes, records } = await judge(account(domain, relay(host)));
      return [codes.spf, records.spf?.value ?? null];
    };
    expect(await spfOf("mailed.shop")).toEqual(["missing spf_missing", "v=spf1 mx ~all"]);
    for (const domain of ["bare.shop", "received.shop", "web.shop"])
      expect(await spfOf(domain)).toEqual(["missing spf_missing_unsure", null]);
    expect(await spfOf("news.web.shop", "mail.web.shop")).toEqual([
      "missing spf_missing",
      "v=spf1 a:mail.web.shop ~all",
    ]);
  });

  test("sends for a domain without an MX record, whose replies then go to its own address if it has one", async () => {
    const mxOf = async (domain: string) =>
      (await judge(account(domain, relay("smtp.elsewhere.shop")))).codes.mx;
    expect([await mxOf("web.shop"), await mxOf("bare.shop")]).toEqual([
      "missing mx_implicit",
      "missing mx_missing",
    ]);
  });

  test("has a key of ours that signs, waits for its record, or has lost it", async () => {
    const record = {
      name: "amplify-x._domainkey.own.shop",
      type: "TXT",
      value: long,
      replaces: false,
    } as const;
    const of = account("own.shop", relay("mail.own.shop"));
    const dkim = async (isSigning: boolean) => (await judge(of, { own: [{ isSigning, record }] })).codes.dkim;
    expect([await dkim(false), await dkim(true)]).toEqual(["missing dkim_own_waits", "wrong dkim_own_lost"]);
    dns.set(record.name, { TXT: [long] });
    expect(await dkim(true)).toBe("ok dkim_own");
    dns.set(record.name, { TXT: [publicKey(2_048)] });
    expect(await dkim(true)).toBe("wrong dkim_own_lost");
  });
});

test("everybody's mailboxes are their provider's, and sent by another they are not vouched for", async () => {
  for (const [domain, more] of [
    ["gmail.com", {}],
    ["hotmail.co.uk", { carrier: "microsoft", host: "smtp.office365.com" }],
    ["gmx.de", relay("mail.gmx.net")],
  ] as const)
    expect((await judge(account(domain, more))).codes).toMatchObject({ owner: "ok domain_of_provider" });
  const { codes } = await judge(account("gmail.com", relay("mail.own.shop")));
  expect(codes).toMatchObject({ owner: "wrong domain_of_other", alignment: "wrong aligned_not" });
});

test("where the DNS is silent nothing is missing", async () => {
  const { codes } = await judge(account("silent.shop"));
  for (const kind of ["spf", "mx"]) expect(codes[kind]).toBe("unknown dns_silent");
  expect(codes.alignment).toBe("unknown aligned_unsure");
});

test("complaints are judged by their share of enough mails", async () => {
  const told = async (complained: number, accepted = 10_000) =>
    (await judge(account("whole.shop"), { complaints: { accepted, complained } })).codes.complaints;
  expect([await told(9), await told(10), await told(30), await told(1, 99)]).toEqual([
    "ok complaints_good",
    "wrong complaints_high",
    "wrong complaints_bad",
    "unknown complaints_few",
  ]);
});

test("names and addresses of the network that the server stands in are not asked for, unless that is allowed", async () => {
  const before = dns.asked.length;
  expect((await judge(account("inside.corp"))).codes.owner).toBe("wrong domain_not_public");
  expect(dns.asked.length).toBe(before);
  const of = account("inside.shop", relay("secret.inside.shop"));
  expect((await judge(of)).codes.spf).toBe("unknown spf_unsure");
  expect(dns.asked.some((asked) => asked.includes("inside.corp"))).toBe(false);
  expect((await judge(of, { privateHosts: true })).codes.spf).toBe("ok spf_ok");
});

test("a part is added to a record where it still counts", () => {
  expect(
    ["v=spf1", "v=spf1 a -all", "v=spf1 redirect=a.test", "v=spf1 mx ?ALL"].map((text) =>
      withMechanism(text, "mx"),
    ),
  ).toEqual(["v=spf1 mx", "v=spf1 a mx -all", "v=spf1 mx redirect=a.test", "v=spf1 mx mx ?ALL"]);
});
