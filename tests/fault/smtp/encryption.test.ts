import { afterEach, expect, test } from "bun:test";
import { reason as reasonOf } from "../../../contract/reasons.ts";
import type { SmtpOptions } from "../../../server/sending/senders/smtp.ts";
import { verifySmtp } from "../../../server/sending/senders/verifySmtp.ts";
import { inEnglish } from "../../support/reasons.ts";
import type { ScriptedSmtpOptions } from "../../support/smtp/scriptedSmtp.ts";
import { closeAll, mailTo, openSender, optionsFor, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

const asAnn = { from: "ann@example.test", isRelay: false };

/** What servers say where encryption was to begin, and what a person is told of it. */
const refusals: {
  name: string;
  script: ScriptedSmtpOptions;
  kind: string;
  reason(place: string): string;
}[] = [
  {
    name: "cannot encrypt for now is asked again, and nobody is told to choose otherwise",
    script: { tls: "starttls", starttls: "454 4.7.0 TLS not available for now" },
    kind: "busy",
    reason: () => "454 4.7.0 TLS not available for now",
  },
  {
    name: "knows HELO alone offers no STARTTLS",
    script: { ehlo: "502 5.5.1 Not implemented" },
    kind: "account",
    reason: (place) =>
      `${place} offers no STARTTLS. Choose TLS with its port, usually 465. The server said: 502 5.5.1 Not implemented`,
  },
  {
    name: "refuses our name says so itself",
    script: { tls: "starttls", ehlo: "550 5.7.1 Bad name" },
    kind: "account",
    reason: () => "550 5.7.1 Bad name",
  },
];

eachClient("a server that is to encrypt", (client) => {
  for (const { name, script, kind, reason } of refusals)
    test(`and ${name}`, async () => {
      const server = await startServer(script);
      const words = reason(`127.0.0.1:${server.port}`);
      const options: Partial<SmtpOptions> = { security: "starttls" };
      const sent = await openSender(server, options, client()).send(mailTo("bob@example.test"));
      expect(inEnglish(sent)).toMatchObject({ kind, reason: words });
      const verified = await verifySmtp(optionsFor(server, options), asAnn, client());
      expect(inEnglish(verified)).toMatchObject({ ok: false, temporary: kind === "busy", reason: words });
      expect(server.conversations.flatMap(({ lines }) => lines).join()).not.toContain("C: AUTH");
    });

  test("and goes on in clear after it has agreed is told from one that wants TLS from the first byte", async () => {
    using talker = Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: {
        open: (socket) => void socket.write("220 plain.test\r\n"),
        data(socket, bytes) {
          const said = bytes.toString();
          if (said.startsWith("EHLO")) socket.write("250-plain.test\r\n250 STARTTLS\r\n");
          else socket.write(said.startsWith("STARTTLS") ? "220 Go ahead\r\n" : "500 What?\r\n");
        },
      },
    });
    const verified = await verifySmtp(optionsFor(talker, { security: "starttls" }), asAnn, client());
    expect(inEnglish(verified)).toMatchObject({
      temporary: false,
      reason: `127.0.0.1:${talker.port} agreed to STARTTLS and then did not encrypt. Choose TLS with its port, usually 465, or ask whoever runs it.`,
    });
  });
});

test("a server that takes no password is not told it, and the account stops with what to choose", async () => {
  const server = await startServer({ ehlo: "250-scripted.test\r\n250-STARTTLS\r\n250 AUTH GSSAPI NTLM" });
  const reason = `127.0.0.1:${server.port} lets nobody sign in with a password without encryption, only by GSSAPI, NTLM. Choose STARTTLS with port 587, or TLS with its port, usually 465.`;
  expect(inEnglish(await openSender(server).send(mailTo("bob@example.test")))).toEqual({
    kind: "account",
    reason,
  });
  expect(inEnglish(await verifySmtp(optionsFor(server), asAnn))).toEqual({
    ok: false,
    temporary: false,
    reason,
    atSignIn: false,
  });
  expect(server.conversations.flatMap(({ lines }) => lines).join()).not.toContain("C: AUTH");
});

eachClient("a server of old that answers HELO alone", (client) => {
  test("is told apart from one that refuses a password", async () => {
    let isEhlo = false;
    const ehlo = () => {
      isEhlo = !isEhlo;
      return isEhlo ? "502 What?" : "250 old.test";
    };
    const old = await startServer({ ehlo, auth: "500 5.5.1 Command unrecognized" });
    expect(await verifySmtp(optionsFor(old), asAnn, client())).toEqual({
      ok: false,
      temporary: false,
      reason: reasonOf("no_sign_in", { place: `127.0.0.1:${old.port}`, encryption: "none" }),
    });
  });
});
