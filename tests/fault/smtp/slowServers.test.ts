import { afterEach, expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { SmtpOptions, SmtpTimeouts } from "../../../server/sending/senders/smtpConnection.ts";
import { verifySmtp } from "../../../server/sending/senders/verifySmtp.ts";
import { inEnglish } from "../../support/reasons.ts";
import { closeAll, optionsFor, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

const asAnn = { from: "ann@example.test", isRelay: false };

test("an account's check waits for a server that greets late, and no longer than a person does for one that is not there", async () => {
  const waits: Partial<SmtpTimeouts>[] = [];
  const noting = (from: Partial<SmtpOptions>) =>
    verifySmtp({ ...optionsFor({ port: 587 }), ...from }, asAnn, async ({ timeouts = {} }) => {
      waits.push(timeouts);
      return { ok: false, fault: { stage: "connect", reason: reason("connections_busy") } };
    });
  await noting({ security: "starttls" });
  await noting({ port: 465, security: "starttls" });
  const { greetingMs, verifyMs, verifySilentMs } = sendLimits;
  expect(waits).toEqual([
    { connectMs: verifySilentMs, greetingMs },
    { connectMs: verifySilentMs, greetingMs: verifySilentMs },
  ]);
  expect(greetingMs).toBeGreaterThanOrEqual(verifyMs);
});

eachClient("verifying an account", (links) => {
  test("ends in time with a server that is slow at each step", async () => {
    const server = await startServer({ mail: { delayMs: 5_000 } });
    const probe = { ...asAnn, timeMs: 400 };
    expect(inEnglish(await verifySmtp(optionsFor(server), probe, links()))).toMatchObject({
      ok: false,
      temporary: true,
      reason: `127.0.0.1:${server.port} stopped answering`,
    });
  });
});
