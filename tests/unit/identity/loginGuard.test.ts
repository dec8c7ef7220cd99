import { expect, test } from "bun:test";
import { rateLimits } from "../../../contract/limits/http.ts";
import { createLoginGuard } from "../../../server/identity/loginGuard.ts";
import { readSettings } from "../../../server/settings/settings.ts";

const { loginPerAccount, loginPerAccountAnywhere, loginPerAddress } = rateLimits;

function guardAt() {
  return createLoginGuard({
    clock: { now: () => 1_800_000_000_000 },
    database: { shared: null },
    secrets: { hashCounted: (text) => text },
    settings: readSettings({ AMPLIFY_RATE_LIMITS: "on" }),
  });
}

const ada = { email: "ada@in.test", address: "203.0.113.1" };
const tooMany = { code: "rate_limited" };

test("right passwords count nowhere, however often somebody signs in", async () => {
  const guard = guardAt();
  for (let n = 0; n <= loginPerAddress.count; n++) await (await guard.begin(ada)).succeeded();
  for (let n = 0; n < loginPerAccount.count; n++) await guard.begin(ada);
  await expect(guard.begin(ada)).rejects.toMatchObject(tooMany);
});

test("what the server was too busy to look at counts nowhere, and forgives no wrong password either", async () => {
  const guard = guardAt();
  await guard.begin(ada);
  for (let n = 0; n <= loginPerAddress.count; n++) await (await guard.begin(ada)).undecided();
  for (let n = 1; n < loginPerAccount.count; n++) await guard.begin(ada);
  await expect(guard.begin(ada)).rejects.toMatchObject(tooMany);
});

test("an address that guesses at one account after the other has to wait, and no other address has", async () => {
  const guard = guardAt();
  const guess = (n: number, address: string) => guard.begin({ email: `${n}@in.test`, address });
  for (let n = 0; n < loginPerAddress.count; n++) await guess(n, ada.address);
  await expect(guess(99, ada.address)).rejects.toMatchObject(tooMany);
  await guess(99, "203.0.113.2");
});

test("an account that is guessed at from one address after the other is closed to each further one", async () => {
  const guard = guardAt();
  const guess = (n: number, email: string) => guard.begin({ email, address: `198.51.100.${n}` });
  for (let n = 0; n < loginPerAccountAnywhere.count; n++) await guess(n, ada.email);
  await expect(guess(99, ada.email)).rejects.toMatchObject(tooMany);
  await guess(99, "bob@in.test");
});

test("whoever proves by a mail that an account is theirs is let in, though others guessed at it from everywhere", async () => {
  const guard = guardAt();
  for (let n = 0; n < loginPerAccount.count; n++) await guard.begin(ada);
  for (let n = loginPerAccount.count; n < loginPerAccountAnywhere.count; n++)
    await guard.begin({ ...ada, address: `203.0.113.${n}` });
  await guard.forgive(ada);
  for (let n = 0; n < loginPerAccount.count; n++) await guard.begin(ada);
  await expect(guard.begin(ada)).rejects.toMatchObject(tooMany);
});
