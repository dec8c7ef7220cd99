import { afterEach, describe, expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { pipeliningConnector } from "../../../server/sending/senders/dialogue/pipeliningConnector.ts";
import type { OpenSmtpConnection } from "../../../server/sending/senders/smtpConnection.ts";
import { closeAll, mailTo, openSender, optionsFor, startServer } from "../../support/smtp/smtpAccount.ts";

afterEach(closeAll);

/** The connector of our own client, and the most mails that each had at once. */
function watchedLinks() {
  const most: number[] = [];
  const connector = pipeliningConnector({ farMs: 0 });
  const open: OpenSmtpConnection = async (options) => {
    const opened = await connector(options);
    if (!opened.ok) return opened;
    const { connection } = opened;
    const at = most.push(0) - 1;
    const deliver = connection.deliver.bind(connection);
    let underWay = 0;
    connection.deliver = (mail) => {
      underWay += 1;
      most[at] = Math.max(most[at] ?? 0, underWay);
      return deliver(mail).finally(() => {
        underWay -= 1;
      });
    };
    return opened;
  };
  return { most, open };
}

describe("more mails than connections", () => {
  test("go behind each other, two at most on a connection, and all arrive", async () => {
    const server = await startServer();
    const { most, open } = watchedLinks();
    const sender = openSender(server, { connections: 2 }, open);
    const names = Array.from({ length: 40 }, (_, index) => `lead${index}@in.test`);
    const outcomes = await Promise.all(names.map((name) => sender.send(mailTo(name))));
    expect(outcomes.filter(({ kind }) => kind === "sent")).toHaveLength(40);
    expect(server.accepted.flatMap(({ to }) => to).sort()).toEqual(names.sort());
    expect(most).toEqual([2, 2]);
  });

  test("take a connection of their own each, as long as there is one", async () => {
    const server = await startServer({ dot: { reply: "250 ok", delayMs: 50 } });
    const { most, open } = watchedLinks();
    const sender = openSender(server, { connections: 3 }, open);
    await Promise.all([1, 2, 3].map((index) => sender.send(mailTo(`${index}@in.test`))));
    expect(most).toEqual([1, 1, 1]);
  });

  test("wait where the server does not pipeline", async () => {
    const server = await startServer({ offerPipelining: false });
    const { most, open } = watchedLinks();
    const sender = openSender(server, {}, open);
    const outcomes = await Promise.all([1, 2, 3].map((index) => sender.send(mailTo(`${index}@in.test`))));
    expect(outcomes.every(({ kind }) => kind === "sent")).toBe(true);
    expect(most).toEqual([1]);
  });

  test("lose one at most to doubt when the connection dies behind a dot, and the next one goes by another", async () => {
    const server = await startServer({
      dot: ({ connection }) => (connection === 1 ? { accept: true, next: "drop" } : null),
    });
    const sender = openSender(server);
    const outcomes = await Promise.all(["a", "b"].map((name) => sender.send(mailTo(`${name}@in.test`))));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["uncertain", "sent"]);
    expect(server.accepted.flatMap(({ to }) => to)).toEqual(["a@in.test", "b@in.test"]);
    expect(server.connectionCount()).toBe(2);
  });

  test("arrive whole where one of them has to go by another connection", async () => {
    const server = await startServer({
      mail: ({ connection, mail }) => (connection === 1 && mail === 2 ? "451 4.4.2 Idle too long" : null),
    });
    const sender = openSender(server);
    const mails = ["a", "b", "c"].map((name) => mailTo(`${name}@in.test`));
    const [a, ...others] = mails;
    if (a) await sender.send(a);
    const outcomes = await Promise.all(others.map((mail) => sender.send(mail)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["sent", "sent"]);
    // Goodbye, said to the first connection while it was at work, would stand in the mail that it worked on.
    const arrived = server.accepted.map(({ raw }) => Buffer.from(raw).toString()).sort();
    expect(arrived).toEqual(mails.map(({ raw }) => Buffer.from(raw).toString()).sort());
    expect(server.connectionCount()).toBe(2);
  });

  test("are none the worse for refused ones among them, whatever the server says to their DATA", async () => {
    for (const data of [undefined, "354 Go on", "503 5.5.1 Out of order"]) {
      const server = await startServer({
        rcpt: ({ recipient }) => (recipient.startsWith("bad") ? "550 5.1.1 No such user" : null),
        ...(data === undefined
          ? {}
          : { data: ({ recipient }) => (recipient.startsWith("bad") ? data : null) }),
      });
      const sender = openSender(server);
      const names = ["a", "bad1", "b", "c", "bad2", "bad3", "d"];
      const outcomes = await Promise.all(names.map((name) => sender.send(mailTo(`${name}@in.test`))));
      expect(outcomes.map(({ kind }) => kind)).toEqual(
        names.map((name) => (name.startsWith("bad") ? "refused" : "sent")),
      );
      expect(server.accepted.flatMap(({ to }) => to)).toEqual(
        ["a", "b", "c", "d"].map((name) => `${name}@in.test`),
      );
      expect(server.connectionCount()).toBe(1);
    }
  });
});

test("a server that was out of step is spoken to step by step for a while, by this account", async () => {
  const server = await startServer({
    data: ({ connection }) => (connection === 1 ? "250 2.1.5 Recipient ok" : null),
  });
  let now = 0;
  const open = pipeliningConnector({ now: () => now, farMs: 0 });
  const options = { ...optionsFor(server), user: "", password: "" };
  const mailsMax = async () => {
    const opened = await open(options);
    if (!opened.ok) throw new Error("not opened");
    const { connection } = opened;
    await connection.deliver(mailTo("ann@in.test"));
    connection.quit();
    return connection.mailsMax;
  };
  expect(await mailsMax()).toBe(sendLimits.mailsInPipe);
  expect(await mailsMax()).toBe(1);
  now += sendLimits.stepByStepMs;
  expect(await mailsMax()).toBe(sendLimits.mailsInPipe);
});

test("a second mail is taken into the pipe only of a server that is far", async () => {
  const server = await startServer();
  const options = { ...optionsFor(server), user: "", password: "" };
  const mailsMax = async (farMs: number) => {
    const opened = await pipeliningConnector({ farMs })(options);
    if (!opened.ok) throw new Error("not opened");
    opened.connection.quit();
    return opened.connection.mailsMax;
  };
  expect(await mailsMax(0)).toBe(sendLimits.mailsInPipe);
  expect(await mailsMax(60_000)).toBe(1);
});
