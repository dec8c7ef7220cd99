import { afterEach, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { dkimVerify } from "mailauth/lib/dkim/verify";
import { dkimSigned } from "../../../server/sending/signing/dkim.ts";
import { closeAll, openSender, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ed25519 = generateKeyPairSync("ed25519");
const published = ({ publicKey }: typeof rsa) => publicKey.export({ type: "spki", format: "der" });
const records: Record<string, string> = {
  "a._domainkey.shop.test": `v=DKIM1; k=rsa; p=${published(rsa).toString("base64")}`,
  "b._domainkey.shop.test": `v=DKIM1; k=ed25519; p=${published(ed25519).subarray(-32).toString("base64")}`,
};
const signers = [
  { algorithm: "ed25519-sha256", selector: "b", key: ed25519.privateKey },
  { algorithm: "rsa-sha256", selector: "a", key: rsa.privateKey },
] as const;

/** Whatever a client might be tempted to mend on the way. */
const bodies = {
  "lines that begin with dots": ".\r\n..\r\n.hi\r\nend\r\n",
  "blank lines and spaces at its end": "a \t b\r\n \r\n\r\n\r\n",
  "no line end": "x",
  "letters of more than seven bits": "Grüße aus Köln\r\n",
  "more than a socket takes at once": `${"x".repeat(76)}\r\n`.repeat(20_000),
};

eachClient("a signed mail", (links) => {
  for (const [what, body] of Object.entries(bodies))
    test(`arrives with both signatures whole: ${what}`, async () => {
      const server = await startServer();
      const sender = openSender(server, {}, links());
      const messageId = "<1@shop.test>";
      const head = ["From: Ada <ann@shop.test>", "To: bo@in.test", "Subject: Hi\r\n  there \t you"];
      const raw = await dkimSigned(
        Buffer.from([...head, `Message-ID: ${messageId}`, "", body].join("\r\n")),
        { domain: "shop.test", signers, now: Date.now() },
      );
      const envelope = { from: "ann@shop.test", to: "bo@in.test" };
      expect(await sender.send({ envelope, raw, messageId })).toMatchObject({ kind: "sent" });
      const arrived = Buffer.from(server.accepted[0]?.raw ?? []);
      const resolver = async (name: string) => [[records[name] ?? ""]];
      const { results } = await dkimVerify(arrived, { resolver });
      expect(results.map(({ status }: { status: { result: string } }) => status.result)).toEqual([
        "pass",
        "pass",
      ]);
    });
});
