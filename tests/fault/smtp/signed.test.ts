import { afterEach, expect, test } from "bun:test";
import { dkimSigned } from "../../../server/sending/signing/dkim.ts";
import { signers, verdicts } from "../../support/smtp/dkimKeys.ts";
import { closeAll, openSender, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

/** Whatever a client might be tempted to mend on the way. */
const bodies = {
  "lines that begin with dots": ".\r\n..\r\n.hi\r\nend\r\n",
  "blank lines and spaces at its end": "a \t b\r\n \r\n\r\n\r\n",
  "no line end": "x",
  "letters of more than seven bits": "Grüße aus Köln\r\n",
  "more than a socket takes at once": `${"x".repeat(76)}\r\n`.repeat(20_000),
};

eachClient("a signed mail", (client) => {
  for (const [what, body] of Object.entries(bodies))
    test(`arrives with both signatures whole: ${what}`, async () => {
      const server = await startServer();
      const sender = openSender(server, {}, client());
      const messageId = "<1@shop.test>";
      const head = ["From: Ada <ann@shop.test>", "To: bo@in.test", "Subject: Hi\r\n  there \t you"];
      const raw = await dkimSigned(
        Buffer.from([...head, `Message-ID: ${messageId}`, "", body].join("\r\n")),
        { domain: "shop.test", signers, now: Date.now() },
      );
      const envelope = { from: "ann@shop.test", to: "bo@in.test" };
      expect(await sender.send({ envelope, raw, messageId })).toMatchObject({ kind: "sent" });
      const arrived = Buffer.from(server.accepted[0]?.raw ?? []);
      expect(await verdicts(arrived)).toEqual(["pass", "pass"]);
    });
});
