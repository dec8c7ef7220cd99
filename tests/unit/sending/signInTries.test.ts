import { expect, test } from "bun:test";
import { createSignInTries } from "../../../server/sending/senders/signInTries.ts";

function tries({ rateLimits = true } = {}) {
  let now = 0;
  const begin = createSignInTries({ clock: { now: () => now }, settings: { rateLimits } });
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
function countUntilRefused(one: (n: number) => void, most = 500): number {
  for (let n = 0; n < most; n++) {
    try {
      one(n);
    } catch (error) {
      expect(error).toMatchObject({ code: "rate_limited", status: 429 });
      return n;
    }
  }
  return most;
}

test("one mailbox is guessed at ten times in a quarter of an hour, whoever guesses and by whatever name", () => {
  const { begin, at } = tries();
  expect(countUntilRefused(() => begin(server("192.0.2.1", "Ada@Sender.test ")))).toBe(10);
  expect(() => begin(server("192.0.2.1", "ada@sender.test"))).toThrow(
    "Too many sign-ins at mail.test failed",
  );
  expect(countUntilRefused(() => begin(server("192.0.2.1", "bob")), 5)).toBe(5);
  at(15);
  expect(countUntilRefused(() => begin(server("192.0.2.1", "ada@sender.test")), 5)).toBe(5);
});

test("one server is tried sixty times an hour, under whatever user names, ports and neighbours of its address", () => {
  const { begin } = tries();
  expect(countUntilRefused((n) => begin(server("192.0.2.1", `user${n}`)))).toBe(60);
  expect(countUntilRefused((n) => begin(server(`2001:db8:1:2::${n}`, `user${n}`)))).toBe(60);
  expect(countUntilRefused((n) => begin(server("192.0.2.2", `user${n}`)), 5)).toBe(5);
});

test("a provider's own server is everybody's, so only its mailboxes are counted", () => {
  const { begin } = tries();
  const google = (user: string) => ({ workspaceId: by(), host: "smtp.gmail.com", address: null, user });
  expect(countUntilRefused((n) => begin(google(`user${n}`)))).toBe(500);
  expect(countUntilRefused(() => begin(google("ada@gmail.test")))).toBe(10);
});

test("one person fails twenty times in ten minutes, wherever", () => {
  const { begin, at } = tries();
  const one = (n: number) => begin(server(`192.0.2.${n}`, `user${n}`, "eve"));
  expect(countUntilRefused(one)).toBe(20);
  expect(() => one(99)).toThrow("Too many sign-ins failed. Please try again in 10 minutes.");
  expect(countUntilRefused((n) => begin(server(`192.0.2.${n}`, `user${n}`, "ann")), 5)).toBe(5);
  at(10);
  expect(countUntilRefused(one, 5)).toBe(5);
});

test("a sign-in that succeeds is no guess", () => {
  const { begin } = tries();
  expect(countUntilRefused(() => begin(server("192.0.2.1")).succeeded())).toBe(500);
});

test("nothing is counted where the installation counts nothing", () => {
  const { begin } = tries({ rateLimits: false });
  expect(countUntilRefused(() => begin(server("192.0.2.1")))).toBe(500);
});
