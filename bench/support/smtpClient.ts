import { pipeliningConnector } from "../../server/sending/senders/dialogue/pipeliningConnector.ts";
import { openNodemailerConnection } from "../../server/sending/senders/nodemailerConnection.ts";
import { createSmtpSender } from "../../server/sending/senders/smtp.ts";

/**
 * Sends finished mails through one of the clients behind the port, without a ledger. Arguments: "ours" or "nodemailer", port,
 * mails, bytes, how many at once. Prints `rate MAILS-A-SECOND CPU-SECONDS-PER-1,000`.
 */
const [client = "ours", port = "0", count = "0", bytes = "0", atOnce = "0"] = process.argv.slice(2);
const connections = 8;
const mails = Number(count);
const sender = createSmtpSender(
  { host: "127.0.0.1", port: Number(port), security: "none", user: "", password: "", connections },
  client === "ours" ? pipeliningConnector({ farMs: 0 }) : openNodemailerConnection,
);
const raw = Buffer.from(`${"x".repeat(74)}\r\n`.repeat(Math.ceil(Number(bytes) / 76)));
const startedAt = performance.now();
const usedBefore = process.cpuUsage();
let next = 0;
let sent = 0;
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (next < mails) {
      next += 1;
      const envelope = { from: "bench@sender.test", to: `lead${next}@in.test` };
      const outcome = await sender.send({ envelope, raw, messageId: `<${next}@sender.test>` });
      if (outcome.kind === "sent") sent += 1;
    }
  }),
);
if (sent !== mails) throw new Error(`${sent} of ${mails} mails were sent`);
const { user, system } = process.cpuUsage(usedBefore);
const perSecond = (mails / (performance.now() - startedAt)) * 1_000;
console.log(`rate ${perSecond} ${(user + system) / 1_000 / mails}`);
await sender.close();
