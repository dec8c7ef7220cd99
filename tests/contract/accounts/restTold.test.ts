import { afterEach, expect, test } from "bun:test";
import { movedTime } from "../../support/server/movedTime.ts";
import { toldTopics } from "../../support/server/toldTopics.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let sending: SendingServer | undefined;
afterEach(async () => {
  await sending?.close();
  sending = undefined;
});

test("an account that rests by itself, and goes on, is told to all who watch, and to no other workspace", async () => {
  const time = movedTime();
  sending = await startSendingServer({ time });
  const { server, person } = sending;
  const account = async () => (await person.client("GET /amplify/auth/credentials"))[0];
  const [own, stranger] = await Promise.all(
    [person, await server.signUp()].map((one) => toldTopics(server, one)),
  );
  sending.smtp.script.auth = "454 4.7.0 Temporary authentication failure";
  // No campaign runs that could tell of it.
  const body = { to: [{ email: "bo@in.test" }], subject: "Hi", html: "<p>Hi</p>" };
  await person.client("POST /email/transactional", { body });
  await until(() => own?.topics().includes("credentials") ?? false);
  expect(await account()).toMatchObject({ state: "paused", pausedUntil: expect.any(Number) });

  const before = own?.topics().length ?? 0;
  sending.smtp.script.auth = () => null;
  time.passMinutes(10, () => server.core.clock.now());
  // The sender sleeps by a timer, which does not know of the moved time; another mail wakes it.
  await person.client("POST /email/transactional", { body });
  await until(async () => (await account())?.state === "working");
  await until(() => own?.topics().slice(before).includes("credentials") ?? false);
  expect(stranger?.topics()).toEqual([]);
  for (const one of [own, stranger]) one?.socket.end();
});
