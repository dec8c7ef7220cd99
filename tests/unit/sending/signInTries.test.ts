import { expect, test } from "bun:test";
import { createSignInTries } from "../../../server/sending/senders/signInTries.ts";

function tries({ rateLimits = true } = {}) {
  let now = 0;
  const begin = createSignInTries({
    clock: { now: () => now },
    settings: { rateLimits },
    database: { shared: null },
    secrets: { hashCounted: (text) => text },
  });
  const at = (minutes: number) => {
    now = minutes * 60_000;
  };
  return { begin, at };
}
let people = 0;
/** Somebody else each time, unless said. */
const by = () => {
  people += 1;
  return `person ${people}`;
};
const server = (address: string, user = "ada", workspaceId = by()) => ({
  workspaceId,
  host: "mail.test",
  address,
  user,
});

/** How many tries are let through before one is refused. */
async function countUntilRefused(one: (n: number) => Promise<unknown>, most = 500): Promise<number> {
  for (let n = 0; n < most; n++) {
    try {
      await one(n);
    } catch (error) {
      expect(error).toMatchObject({ code: "rate_limited", status: 429 });
      return n;
    }
  }
  return most;
}

test("one mailbox is guessed at ten times in a quarter of an hour, whoever guesses and by whatever name", async () => {
  const { begin, at } = tries();
  expect(await countUntilRefused(() => begin(server("192.0.2.1", "Ada@Sender.test ")))).toBe(10);
  await expect(begin(server("192.0.2.1", "ada@sender.test"))).rejects.toThrow(
    "Too many sign-ins at mail.test failed",
  );
  expect(await countUntilRefused(() => begin(server("192.0.2.1", "bob")), 5)).toBe(5);
  at(15);
  expect(await countUntilRefused(() => begin(server("192.0.2.1", "ada@sender.test")), 5)).toBe(5);
});

test("one server is tried sixty times an hour, under whatever user names, ports and neighbours of its address", async () => {
  const { begin } = tries();
  expect(await countUntilRefused((n) => begin(server("192.0.2.1", `user${n}`)))).toBe(60);
  expect(await countUntilRefused((n) => begin(server(`2001:db8:1:2::${n}`, `user${n}`)))).toBe(60);
  expect(await countUntilRefused((n) => begin(server("192.0.2.2", `user${n}`)), 5)).toBe(5);
});

test("a provider's own server is everybody's, so only its mailboxes are counted", async () => {
  const { begin } = tries();
  const google = (user: string) => ({ workspaceId: by(), host: "smtp.gmail.com", address: null, user });
  expect(await countUntilRefused((n) => begin(google(`user${n}`)))).toBe(500);
  expect(await countUntilRefused(() => begin(google("ada@gmail.test")))).toBe(10);
});

test("one person fails twenty times in ten minutes, wherever", async () => {
  const { begin, at } = tries();
  const one = (n: number) => begin(server(`192.0.2.${n}`, `user${n}`, "eve"));
  expect(await countUntilRefused(one)).toBe(20);
  await expect(one(99)).rejects.toThrow("Too many sign-ins failed. Please try again in 10 minutes.");
  expect(await countUntilRefused((n) => begin(server(`192.0.2.${n}`, `user${n}`, "ann")), 5)).toBe(5);
  at(10);
  expect(await countUntilRefused(one, 5)).toBe(5);
});

test("a sign-in that succeeds is no guess", async () => {
  const { begin } = tries();
  expect(
    await countUntilRefused(() => begin(server("192.0.2.1")).then((attempt) => attempt.succeeded())),
  ).toBe(500);
});

test("nothing is counted where the installation counts nothing", async () => {
  const { begin } = tries({ rateLimits: false });
  expect(await countUntilRefused(() => begin(server("192.0.2.1")))).toBe(500);
});
