import { expect, test } from "bun:test";
import { inboundMailLimits } from "../../../contract/limits/accounts/inboundMails.ts";
import { mayConcernUs } from "../../../server/inbound/reading/mayConcernUs.ts";
import { readInbound } from "../../../server/inbound/reading/readInbound.ts";
import { oursId } from "../../support/inbound/formParts.ts";
import { forms } from "../../support/inbound/forms.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const headOf = (raw: string) => bytes(raw.slice(0, raw.indexOf("\r\n\r\n") + 2));

test("the header alone tells which mails may be about ours, and no other is fetched", () => {
  for (const { name, raw, is } of forms) {
    if (is !== "none") expect([name, mayConcernUs(headOf(raw))]).toEqual([name, true]);
  }
  for (const fields of [
    "From: bob@elsewhere.example\r\nSubject: Lunch?\r\nMessage-ID: <1@elsewhere.example>\r\n",
    "From: list@elsewhere.example\r\nReferences: <2@elsewhere.example>\r\nIn-Reply-To: <3@elsewhere.example>\r\n",
    "From: Postal services <info@post.example>\r\nSubject: Undeliverable parcel\r\nReturn-Path: <info@post.example>\r\n",
    "",
  ])
    expect([fields, mayConcernUs(bytes(fields))]).toEqual([fields, false]);
});

test("who unsubscribes by mail is heard, whatever a gateway, a program or a forward makes of the subject", async () => {
  const token = `${"kq3Zx_abcDEF-123abcdef"}.${"aBcDeFgHiJkLmNoPqRsTuV"}`;
  for (const subject of [
    `unsubscribe ${token}`,
    `Unsubscribe\r\n ${token}`,
    `[EXTERNAL] unsubscribe ${token}`,
    `***SPAM*** unsubscribe ${token}`,
    `Fwd: unsubscribe ${token}`,
    `=?utf-8?Q?unsubscribe_${token.replaceAll("_", "=5F")}?=`,
  ]) {
    const raw = bytes(`From: ann@customer.example\r\nSubject: ${subject}\r\n\r\n`);
    expect([subject, mayConcernUs(raw)]).toEqual([subject, true]);
    expect([subject, await readInbound(raw)]).toEqual([subject, { kind: "unsubscribe", token }]);
  }
  for (const subject of ["How to unsubscribe example.com", `unsubscribe ${token}x`, `resubscribe ${token}`])
    expect([subject, mayConcernUs(bytes(`Subject: ${subject}\r\n\r\n`))]).toEqual([subject, false]);
});

test("a mail that was cut off is read as far as it goes", async () => {
  const whole = forms[0]?.raw ?? "";
  const half = whole.slice(0, whole.indexOf("three things"));
  expect(await readInbound(bytes(half))).toMatchObject({ kind: "bounce", ids: [oursId] });
  for (let length = 0; length < whole.length; length += 97) await readInbound(bytes(whole.slice(0, length)));
});

test("a mail of more lines than anybody writes is read up to there", async () => {
  const reply = `In-Reply-To: <${oursId}>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`;
  const report = "--b\r\nContent-Type: message/delivery-status\r\n\r\n\r\nAction: failed\r\n";
  const after = (lines: number) => readInbound(bytes(`${reply}${"\n".repeat(lines)}${report}`));
  expect(await after(inboundMailLimits.lines / 2)).toMatchObject({ kind: "bounce" });
  expect(await after(inboundMailLimits.lines)).toMatchObject({ kind: "reply", ids: [oursId] });
});

/** Written `count` times what makes a reader of mails begin anew. */
const hostile: Record<string, (count: number) => string> = {
  "parts within parts": (count) =>
    Array.from(
      { length: Math.min(count, 4_000) },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    ).join(""),
  "mails within mails": (count) => "Content-Type: message/rfc822\r\n\r\n".repeat(count),
  "header fields": (count) => `${"X-A: b\r\n".repeat(count)}\r\n`,
  "one folded field": (count) => `References:${"\r\n <a@b>".repeat(count)}\r\n\r\n`,
  "brackets that open": (count) => `References: ${"<".repeat(count)}\r\n\r\n`,
  "at signs": (count) =>
    `From: postmaster@a.example\r\nSubject: undeliverable\r\n\r\nnot delivered ${"a@".repeat(count)}`,
  "tags that open": (count) =>
    `From: postmaster@a.example\r\nContent-Type: text/html\r\n\r\nnot delivered ${"<a".repeat(count)}`,
  "blanks before a name": (count) =>
    `From: postmaster@a.example\r\n\r\nnot delivered\r\n${" \t>".repeat(count)}message-id:`,
  digits: (count) => `From: postmaster@a.example\r\n\r\nnot delivered ${"5.".repeat(count)}`,
  "groups of a report": (count) =>
    `Content-Type: message/delivery-status\r\n\r\n${"Action: failed\r\n\r\n".repeat(count)}`,
};

for (const [name, make] of Object.entries(hostile)) {
  test(`twice as many ${name} take no more than twice as long, and a bit`, async () => {
    const cost = async (count: number) => {
      const raw = bytes(make(count));
      const began = process.cpuUsage();
      for (let round = 0; round < 3; round += 1) {
        await readInbound(raw);
        mayConcernUs(raw);
      }
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    await cost(1_000);
    const [small, large] = [await cost(50_000), await cost(400_000)];
    // Eight times as much: what grows with the square takes 64 times as long.
    expect(large / Math.max(small, 20_000)).toBeLessThan(24);
  });
}
