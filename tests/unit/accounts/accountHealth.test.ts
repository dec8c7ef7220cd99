import { expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import { createLog } from "../../../server/log/log.ts";
import { AccountHealth } from "../../../server/sending/dispatch/accountHealth.ts";
import type { AccountEffect } from "../../../server/sending/dispatch/settlement.ts";

const fault: AccountEffect = { kind: "connectionFault", reason: reason("connections_busy") };

/** An account whose server is gone and comes back as a test says, with a clock that goes on by its rests alone. */
function accountAt(startsAt: number) {
  let now = startsAt;
  const clock = { now: () => now };
  const health = new AccountHealth({
    clock,
    log: createLog({ output: () => {}, clock, level: "error" }),
    savePause: async () => {},
    pause: null,
  });
  const fails = async (count: number = sendLimits.breakerFaults) => {
    for (let nth = 0; nth < count; nth += 1) await health.apply(fault);
  };
  return {
    health,
    fails,
    /** How long it rests once so many connections have failed; the rest is over then. */
    async restAfter(count?: number): Promise<number | null> {
      await fails(count);
      const until = health.pause?.until ?? null;
      if (until === null) return null;
      const restMs = until - now;
      now = until;
      await health.endRest(now);
      return restMs;
    },
  };
}

test("a server that is only starting anew costs seconds, and one that stays away longer each time", async () => {
  const account = accountAt(1_000_000);
  const rests = [];
  for (let nth = 0; nth < 4; nth += 1) rests.push(await account.restAfter());
  expect(rests).toEqual([15_000, 60_000, 300_000, 300_000]);
});

test("connections that fail beside each other lead to one rest", async () => {
  const account = accountAt(1_000_000);
  expect(await account.restAfter(3 * sendLimits.breakerFaults)).toBe(15_000);
  expect(await account.restAfter()).toBe(60_000);
});

test("once the server was there it begins with seconds again", async () => {
  const account = accountAt(1_000_000);
  await account.restAfter();
  await account.restAfter();
  await account.health.apply({ kind: "healthy" });
  expect(await account.restAfter(sendLimits.breakerFaults - 1)).toBeNull();
  expect(await account.restAfter(1)).toBe(15_000);
});
