import { expect, test } from "bun:test";
import { dkimSigned } from "../../../../server/sending/signing/dkim.ts";
import { signers, verdicts } from "../../../support/smtp/dkimKeys.ts";

const head =
  "From: Ada <ada@shop.test>\r\nTo: b@in.test\r\nSubject: Hi\r\n  there \t you\r\nMessage-ID: <1@shop.test>";
for (const [what, body] of [
  ["plain", "Hello\r\n"],
  ["empty", ""],
  ["blank lines and spaces", " a  b \t\r\n\r\n\t\r\nc\r\n\r\n\r\n"],
  ["no line end", "x"],
] as const)
  test(`an independent verifier accepts both signatures of a mail: ${what}`, async () => {
    const mail = await dkimSigned(Buffer.from(`${head}\r\n\r\n${body}`), {
      domain: "shop.test",
      signers,
      now: Date.now(),
    });
    expect(await verdicts(mail)).toEqual(["pass", "pass"]);
    const changed = Buffer.from(mail.toString("latin1").replace("Subject: Hi", "Subject: Ho"), "latin1");
    expect(await verdicts(changed)).toEqual(["fail", "fail"]);
    const added = Buffer.from(
      mail.toString("latin1").replace("To: b", "From: Eve <e@e.test>\r\nTo: b"),
      "latin1",
    );
    expect(await verdicts(added)).toEqual(["fail", "fail"]);
  });
