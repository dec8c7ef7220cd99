import { expect, test } from "bun:test";
import { keyPrefix } from "../../../contract/identity/keys.ts";
import { keyLimits } from "../../../contract/limits/identity.ts";
import type { Core } from "../../../server/core/core.ts";
import { createRefusedKeys } from "../../../server/keys/refusedKeys.ts";

const { perAddress, all } = keyLimits.refusedLogged;
const key = `${keyPrefix}${"k".repeat(2 * keyLimits.secretBytes)}`;

/** A log of refused keys, over a clock that the test moves. */
function logged() {
  let now = 1_800_000_000_000;
  const written: object[] = [];
  const refuse = createRefusedKeys({
    clock: { now: () => now },
    secrets: { hashCounted: (text: string) => text },
    securityLog: (entry: object) => void written.push(entry),
  } as unknown as Core);
  return {
    written,
    pass: (ms: number) => {
      now += ms;
    },
    refuse: (
      address: string,
      { key: one = key, known = null as Parameters<typeof refuse>[0]["known"] } = {},
    ) => refuse({ key: one, address, code: "unauthorized", known }),
  };
}

test("of a key that is refused no more is written than how it begins, and of what is no key of ours nothing", async () => {
  const { written, refuse } = logged();
  await refuse("203.0.113.1");
  for (const other of ["hunter2", keyPrefix, `${keyPrefix}short`, "x".repeat(200)])
    await refuse("203.0.113.1", { key: other });
  expect(written.map((entry) => (entry as { begins?: string }).begins)).toEqual([
    key.slice(0, keyPrefix.length + keyLimits.toldCharacters),
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(JSON.stringify(written)).not.toContain("hunter2");
});

test("whose key it is is written where it is known", async () => {
  const { written, refuse } = logged();
  await refuse("203.0.113.1", { known: { id: "key1", userId: "ada" } });
  await refuse("203.0.113.1");
  expect(written).toMatchObject([
    {
      event: "key_refused",
      outcome: "refused",
      code: "unauthorized",
      from: "203.0.113.1",
      user: "ada",
      key: "key1",
    },
    { from: "203.0.113.1" },
  ]);
  expect(written[1]).not.toHaveProperty("user");
});

test("an address that tries for hours fills no log: the last line of a while says for how long it is quiet", async () => {
  const { written, refuse, pass } = logged();
  for (let nth = 0; nth < perAddress.count + 5; nth++) await refuse("203.0.113.1");
  expect(written).toHaveLength(perAddress.count);
  expect(written.slice(0, -1).every((entry) => !("quietMs" in entry))).toBe(true);
  expect(written.at(-1)).toMatchObject({ quietMs: perAddress.windowMs });
  await refuse("203.0.113.2");
  expect(written).toHaveLength(perAddress.count + 1);
  pass(perAddress.windowMs);
  await refuse("203.0.113.1");
  expect(written).toHaveLength(perAddress.count + 2);
});

test("nor do many addresses together", async () => {
  const { written, refuse } = logged();
  for (let nth = 0; nth < all.count + 5; nth++) await refuse(`203.0.113.${nth}`);
  expect(written).toHaveLength(all.count);
  expect(written.at(-1)).toMatchObject({ quietMs: all.windowMs });
});
