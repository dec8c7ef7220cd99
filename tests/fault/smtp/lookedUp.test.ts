import { afterEach, expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import { type FoundServer, resolvingConnector } from "../../../server/sending/senders/resolvingConnector.ts";
import type { OpenSmtpConnection } from "../../../server/sending/senders/smtpConnection.ts";
import { closeAll, mailTo, openSender, optionsFor, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";
import { testCertificate } from "../../support/smtp/testCertificate.ts";

afterEach(closeAll);

/** An address of this machine at which nobody listens. */
const silent = "127.0.0.9";
const foundAt = ({ port }: { port: number }, ...addresses: string[]): FoundServer => ({
  ok: true,
  server: { host: "mail.test", port, security: "none", addresses },
});

/** Notes at which addresses connections were asked for. */
function noting(open: OpenSmtpConnection): { asked: (string | undefined)[]; open: OpenSmtpConnection } {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    open(options, signal) {
      asked.push(options.pinnedAddress);
      return open(options, signal);
    },
  };
}

eachClient("an account whose server is looked up", (client) => {
  test("follows the server to where it has moved, without being told", async () => {
    const before = await startServer();
    const after = await startServer();
    let found = foundAt(before, "127.0.0.1");
    const options = { mailsPerConnection: 2 };
    const sender = openSender(
      before,
      options,
      resolvingConnector(async () => found, client()),
    );
    expect((await sender.send(mailTo("a@example.test"))).kind).toBe("sent");
    found = foundAt(after, "127.0.0.1");
    for (const name of ["b", "c"])
      expect((await sender.send(mailTo(`${name}@example.test`))).kind).toBe("sent");
    // The connection that was open is used to its end.
    expect(before.acceptedCount()).toBe(2);
    expect(after.acceptedCount()).toBe(1);
  });

  test("is reached at the next address where nobody answers at one, and from then on there", async () => {
    const server = await startServer();
    const { asked, open } = noting(client());
    const find = async () => foundAt(server, silent, "127.0.0.8", "127.0.0.1");
    const sender = openSender(server, { mailsPerConnection: 1 }, resolvingConnector(find, open));
    for (const name of ["a", "b"])
      expect((await sender.send(mailTo(`${name}@example.test`))).kind).toBe("sent");
    expect(asked).toEqual([silent, "127.0.0.8", "127.0.0.1", "127.0.0.1"]);
  });

  test("is not asked at another address once it has answered, whatever it says", async () => {
    const server = await startServer({ greeting: "421 4.3.2 Later" });
    const find = async () => foundAt(server, "127.0.0.1", "127.0.0.1", "127.0.0.2");
    const sender = openSender(server, {}, resolvingConnector(find, client()));
    expect(await sender.send(mailTo("a@example.test"))).toMatchObject({ kind: "busy", account: true });
    expect(server.connectionCount()).toBe(1);
  });

  test("is not asked at another address where its certificate is not its own", async () => {
    const server = await startServer({ tls: "implicit" });
    const find = async (): Promise<FoundServer> => {
      const { port } = server;
      return {
        ok: true,
        server: { host: "other.test", port, security: "tls", addresses: ["127.0.0.1", "127.0.0.2"] },
      };
    };
    const trusted = { trustedCertificates: testCertificate.certificate };
    const { asked, open } = noting(client());
    const sender = openSender(server, trusted, resolvingConnector(find, open));
    expect((await sender.send(mailTo("a@example.test"))).kind).toBe("account");
    expect(asked).toEqual(["127.0.0.1"]);
  });
});

eachClient("an account's server", (client) => {
  test("is tried again later where its name is not found, and says so", async () => {
    const server = await startServer();
    const unknown = reason("server_unknown", { host: "mail.test" });
    let found: FoundServer = { ok: false, reason: unknown };
    const sender = openSender(
      server,
      {},
      resolvingConnector(async () => found, client()),
    );
    expect(await sender.send(mailTo("a@example.test"))).toEqual({
      kind: "busy",
      connection: true,
      reason: unknown,
    });
    found = foundAt(server, "127.0.0.1");
    expect((await sender.send(mailTo("a@example.test"))).kind).toBe("sent");
  });

  test("is reached by its name where nobody asked for addresses", async () => {
    const server = await startServer();
    const { host, port, security } = optionsFor(server);
    const find = async (): Promise<FoundServer> => ({ ok: true, server: { host, port, security } });
    const sender = openSender(server, {}, resolvingConnector(find, client()));
    expect((await sender.send(mailTo("a@example.test"))).kind).toBe("sent");
  });
});
