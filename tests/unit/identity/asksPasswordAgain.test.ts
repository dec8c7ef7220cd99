import { expect, test } from "bun:test";
import { asksPasswordAgain, type SignIn } from "../../../contract/identity/asksPasswordAgain.ts";

const stored: SignIn = {
  appEmail: "ada@sender.test",
  host: "mail.sender.test",
  port: 465,
  security: "tls",
  user: null,
};
const asks = (change: Partial<SignIn>) => asksPasswordAgain(stored, { ...stored, ...change });

test("the same server and the same mailbox in other letters are no other ones", () => {
  expect(asks({ host: "Mail.Sender.Test" })).toBe(false);
  expect(asks({ appEmail: "ADA@sender.test" })).toBe(false);
  expect(asks({ user: "" })).toBe(false);
  expect(asks({ user: "ada@sender.test" })).toBe(false);
});

test("a host that goes on behind the stored one, and a user name in other letters, are others", () => {
  expect(asks({ host: "mail.sender.test.evil.test" })).toBe(true);
  // What a server makes of a user name's letters is its own matter.
  expect(asks({ user: "ADA@sender.test" })).toBe(true);
});
