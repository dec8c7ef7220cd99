import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { dkimVerify } from "mailauth/lib/dkim/verify";
import { dkimSigned } from "../../../../server/sending/signing/dkim.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ed25519 = generateKeyPairSync("ed25519");
const inBase64 = ({ publicKey }: typeof rsa) => publicKey.export({ type: "spki", format: "der" });
const records: Record<string, string> = {
  "a._domainkey.shop.test": `v=DKIM1; k=rsa; p=${inBase64(rsa).toString("base64")}`,
  "b._domainkey.shop.test": `v=DKIM1; k=ed25519; p=${inBase64(ed25519).subarray(-32).toString("base64")}`,
};
const signers = [
  { algorithm: "ed25519-sha256", selector: "b", key: ed25519.privateKey },
  { algorithm: "rsa-sha256", selector: "a", key: rsa.privateKey },
] as const;

async function verdicts(mail: Buffer): Promise<string[]> {
  const resolver = async (name: string) => [[records[name] ?? ""]];
  const { results } = await dkimVerify(mail, { resolver });
  return results.map(({ status }: { status: { result: string } }) => status.result);
}

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
