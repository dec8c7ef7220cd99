import { afterEach, expect, test } from "bun:test";
import type { OutgoingMail } from "../../../server/sending/senders/sender.ts";
import { closeAll, mailTo, openSender, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

/** A mail that tells what was noted of it. */
function noted(to: string, told: string[], bytes = 0): OutgoingMail {
  return {
    ...mailTo(to, bytes),
    journal: {
      begins: () => told.push(`${to} begins`),
      answered: (isTaken) => told.push(`${to} ${isTaken ? "taken" : "refused"}`),
    },
  };
}

eachClient("a mail's beginning", (client) => {
  test.each([0, 200_000])("is noted before its end leaves (%i bytes more)", async (bytes) => {
    const told: string[] = [];
    let knownAtDot: string[] = [];
    const server = await startServer({
      dot: () => {
        knownAtDot = [...told];
        return null;
      },
    });
    await openSender(server, {}, client()).send(noted("a@in.test", told, bytes));
    expect(knownAtDot).toEqual(["a@in.test begins"]);
  });

  test.each(["mail", "rcpt", "data"] as const)("is not noted when it is refused at %s", async (step) => {
    const told: string[] = [];
    const server = await startServer({ [step]: "550 5.1.1 No" });
    await openSender(server, {}, client()).send(noted("a@in.test", told));
    expect(told).not.toContain("a@in.test begins");
  });

  test("that cannot be noted keeps it from being sent, and it is put off", async () => {
    const server = await startServer();
    const sender = openSender(server, {}, client());
    const begins = () => {
      throw new Error("no space left on device");
    };
    const outcome = await sender.send({
      ...mailTo("a@in.test", 100_000),
      journal: { begins, answered() {} },
    });
    expect(outcome).toMatchObject({ kind: "busy", connection: true });
    expect((await sender.send(mailTo("b@in.test"))).kind).toBe("sent");
    expect(server.accepted.flatMap((mail) => mail.to)).toEqual(["b@in.test"]);
  });
});

test("on one connection no mail begins before the answer to the one before it was noted, however many are in the pipe", async () => {
  const told: string[] = [];
  const server = await startServer();
  const sender = openSender(server);
  const names = Array.from({ length: 40 }, (_, n) => `${n}@in.test`);
  const outcomes = await Promise.all(names.map((name) => sender.send(noted(name, told))));
  expect(outcomes.map(({ kind }) => kind)).toEqual(names.map(() => "sent"));
  expect(told).toEqual(names.flatMap((name) => [`${name} begins`, `${name} taken`]));
});
