import { afterAll, expect, test } from "bun:test";
import { questionFor, readAnswer } from "../../../../server/accounts/domain/dns/message.ts";
import {
  boundedResolver,
  createResolver,
  serverIn,
} from "../../../../server/accounts/domain/dns/resolver.ts";
import { startDnsServer } from "../../../support/dns/dnsServer.ts";

const key = `v=DKIM1; k=rsa; p=${"A".repeat(392)}`;
const many = Array.from({ length: 40 }, (_, index) => `text ${index} ${"x".repeat(60)}`);
const dns = await startDnsServer({
  "key.test": { TXT: [key, "another"] },
  "alias.test": { CNAME: "key.test" },
  "mail.test": { MX: [[10, "mx.mail.test"]], A: ["192.0.2.7"], AAAA: ["2001:db8::7"] },
  "null.test": { MX: [[0, ""]] },
  "many.test": { TXT: many },
  "fails.test": "fails",
  "silent.test": "silent",
  "garbage.test": "garbage",
});
afterAll(() => dns.close());
const resolver = createResolver([dns.address], { waitMs: 100 });

test("a record of several strings is one text, two records are two, and a name is followed to where it leads", async () => {
  const texts = { kind: "found", records: [key, "another"].map((text) => ({ type: "TXT", text })) };
  expect(await resolver.ask("key.test", "TXT")).toEqual(texts as never);
  expect(await resolver.ask("alias.test", "TXT")).toEqual(texts as never);
  expect(await resolver.ask("alias.test", "CNAME")).toMatchObject({ records: [{ host: "key.test" }] });
});

test("hosts and addresses are read, those of a domain that takes no mail too", async () => {
  expect(await resolver.ask("mail.test", "MX")).toMatchObject({
    records: [{ preference: 10, host: "mx.mail.test" }],
  });
  expect(await resolver.ask("mail.test", "A")).toMatchObject({ records: [{ address: "192.0.2.7" }] });
  expect(await resolver.ask("mail.test", "AAAA")).toMatchObject({
    records: [{ address: "2001:db8:0:0:0:0:0:7" }],
  });
  expect(await resolver.ask("null.test", "MX")).toMatchObject({ records: [{ preference: 0, host: "" }] });
});

test("what does not fit comes over TCP, and no more of it is read than is bounded", async () => {
  const found = await resolver.ask("many.test", "TXT");
  expect(found.kind === "found" && found.records.length).toBe(40);
});

test("a name without records is none; a server that fails, is silent or talks nonsense is no answer", async () => {
  expect(await resolver.ask("nobody.test", "TXT")).toEqual({ kind: "none" });
  expect(await resolver.ask("mail.test", "TXT")).toEqual({ kind: "none" });
  for (const name of ["fails.test", "silent.test", "garbage.test"])
    expect(await resolver.ask(name, "TXT")).toEqual({ kind: "silent" });
  const nobody = createResolver(["127.0.0.1:1"], { waitMs: 100 });
  expect(await nobody.ask("key.test", "TXT")).toEqual({ kind: "silent" });
});

test("one look asks each question once, and after so many nobody is asked any more", async () => {
  const bounded = boundedResolver(resolver, { questionsMax: 2, untilMs: 1, now: () => 0 });
  const before = dns.asked.length;
  for (const name of ["key.test", "key.test", "mail.test"]) await bounded.ask(name, "TXT");
  expect(await bounded.ask("alias.test", "TXT")).toEqual({ kind: "silent" });
  expect(dns.asked.length - before).toBe(2);
  const late = boundedResolver(resolver, { questionsMax: 2, untilMs: 1, now: () => 1 });
  expect(await late.ask("key.test", "TXT")).toEqual({ kind: "silent" });
});

test("bytes that lead in a circle, or end early, are a failure and nothing worse", () => {
  const question = questionFor({ id: 7, name: "a.test", type: "TXT" }) as Buffer;
  const header = Buffer.from([0, 7, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
  const asked = question.subarray(12, question.length - 11);
  const at = header.length + asked.length;
  const circles = [Buffer.from([0xc0, at]), Buffer.from([0xc0, at + 2, 0xc0, at]), Buffer.from([0xff, 0xff])];
  for (const circle of circles)
    expect(readAnswer(Buffer.concat([header, asked, circle]), question, "TXT")).toEqual({ kind: "failed" });
  const long = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 9, 200, 65]);
  for (let end = 0; end <= at + long.length; end += 1)
    expect(readAnswer(Buffer.concat([header, asked, long]).subarray(0, end), question, "TXT").kind).toBe(
      "failed",
    );
});

test("a name that cannot be asked for is not asked", () => {
  for (const name of ["", "a..test", `${"a".repeat(64)}.test`, "ä.test", `${"a.".repeat(130)}test`])
    expect(questionFor({ id: 1, name, type: "TXT" })).toBeNull();
});

test("a server may be named with its port", () => {
  expect(["192.0.2.1", "192.0.2.1:5353", "2001:db8::1", "[2001:db8::1]:5353"].map(serverIn)).toEqual([
    { host: "192.0.2.1", port: 53 },
    { host: "192.0.2.1", port: 5353 },
    { host: "2001:db8::1", port: 53 },
    { host: "2001:db8::1", port: 5353 },
  ]);
});
