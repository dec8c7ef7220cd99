import { expect, test } from "bun:test";
import { hashPassword, verifyPassword } from "#platform/passwords";
import { hashingLimits } from "../../../contract/limits/identity.ts";
import { createPasswords, dummyHash } from "../../../server/identity/passwords.ts";

const passwords = createPasswords();

test("a hash is argon2id with our parameters and fits its password alone", async () => {
  const { memoryKib, passes } = hashingLimits.costs;
  const hash = await passwords.hash("Right-Horse-7");
  expect(hash).toStartWith(`$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`);
  expect(await passwords.fits("Right-Horse-7", hash)).toBe(true);
  expect(await passwords.fits("right-horse-7", hash)).toBe(false);
});

test("a password fits however its accents are typed, also one that was kept as it was typed", async () => {
  const [joined, apart] = ["Gr\u00f6\u00dfe-Horse-7", "Gro\u0308\u00dfe-Horse-7"];
  const hash = await passwords.hash(apart);
  for (const typed of [joined, apart]) expect(await passwords.fits(typed, hash)).toBe(true);
  expect(await passwords.fits("Grosse-Horse-7", hash)).toBe(false);
  const former = await hashPassword(apart, hashingLimits.costs);
  expect(await passwords.fits(apart, former)).toBe(true);
});

test("nothing fits where there is no hash, or none that can be read", async () => {
  for (const stored of [null, "", "plain text", "$argon2id$v=19$m=1,t=1,p=1$$", "$2b$10$short"])
    expect(await passwords.fits("plain text", stored)).toBe(false);
});

test("what a stranger's password is compared with is read as a hash, and asks for the work of a real one", async () => {
  const [dummy, real] = [dummyHash(hashingLimits.costs), await passwords.hash("x")];
  expect(await verifyPassword("x", dummy)).toBe(false);
  const costsOf = (hash: string) => hash.split("$").slice(0, 4);
  expect(costsOf(dummy)).toEqual(costsOf(real));
  expect(dummy).toHaveLength(real.length);
  expect(dummyHash(hashingLimits.costs)).not.toBe(dummy);
});

test("a bounded number waits for its turn; the rest are told to come back", async () => {
  const { parallel, queueMax } = hashingLimits;
  const asked = Array.from({ length: parallel + queueMax + 3 }, () => passwords.hash("x"));
  const settled = await Promise.allSettled(asked);
  const refused = settled.filter((each) => each.status === "rejected");
  expect(refused.map((each) => each.reason)).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ code: "unavailable", retryAfterMs: expect.any(Number) }),
    ),
  );
  expect(await passwords.hash("x")).toStartWith("$argon2id$");
});
