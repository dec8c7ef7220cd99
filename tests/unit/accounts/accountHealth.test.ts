import { expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import { createLog } from "../../../server/log/log.ts";
import { AccountHealth } from "../../../server/sending/dispatch/accountHealth.ts";
import type { AccountEffect } from "../../../server/sending/dispatch/settlement.ts";

const putOff: AccountEffect = {
  kind: "putOff",
  reason: reason("put_off", {}, "454 Throttling failure: Maximum sending rate exceeded."),
};
const fault: AccountEffect = { kind: "connectionFault", reason: reason("connections_busy") };

/** An account whose server is gone and comes back as a test says, with a clock that goes on by its rests alone. */
function accountAt(startsAt: number) {
  let now = startsAt;
  const clock = { now: () => now, steadyMs: () => now };
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
    pass: (ms: number) => {
      now += ms;
    },
    async isPutOff(count: number) {
      for (let nth = 0; nth < count; nth += 1) await health.apply(putOff);
    },
    /** For how long nothing more goes. */
    waitsMs: () => (health.wait?.until ?? now) - now,
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

test("a server that puts off one after the other is left alone for a moment, and longer as long as it takes nothing", async () => {
  const account = accountAt(1_000_000);
  const waits = [];
  await account.isPutOff(sendLimits.putOffsInRow - 1);
  for (let nth = 0; nth < 13; nth += 1) {
    expect(account.health.wait).toBeNull();
    expect(account.health.mailsAtOnce).toBe(nth > 0 ? 1 : Number.POSITIVE_INFINITY);
    // Those that were under way meanwhile are not another run.
    await account.isPutOff(1 + sendLimits.putOffsInRow);
    waits.push(account.waitsMs());
    expect(account.health.toldWait !== null).toBe(account.waitsMs() > 1_000);
    account.pass(account.waitsMs());
    expect(account.health.wait).toBeNull();
  }
  // A second's limit, a minute's and an hour's are all met without much time lost.
  const seconds = [1, 2, 4, 8, 15, 15, 15, 15, 30, 60, 120, 300, 300];
  expect(waits).toEqual(seconds.map((count) => count * 1_000));
  await account.health.apply({ kind: "healthy" });
  await account.isPutOff(1);
  expect(account.waitsMs()).toBe(1_000);
  expect(account.health.wait?.reason).toMatchObject({ code: "server_throttles", reply: putOff.reason.reply });
});

test("a server that was waited for is sent to by one mail more at once with each that it takes", async () => {
  const account = accountAt(1_000_000);
  await account.isPutOff(sendLimits.putOffsInRow);
  account.pass(1_000);
  const atOnce = [];
  for (let nth = 0; nth < 33; nth += 1) {
    atOnce.push(account.health.mailsAtOnce);
    await account.health.apply({ kind: "healthy" });
  }
  expect(atOnce).toEqual([...Array.from({ length: 32 }, (_, nth) => nth + 1), Number.POSITIVE_INFINITY]);
  // From then on one that is put off is one of many again.
  await account.isPutOff(sendLimits.putOffsInRow - 1);
  expect(account.health.wait).toBeNull();
});

test("that moment is nothing that its owner has to be told of, and ends where a person lets the account go on", async () => {
  const account = accountAt(1_000_000);
  await account.isPutOff(sendLimits.putOffsInRow);
  expect(account.health.pause).toBeNull();
  expect(account.waitsMs()).toBe(1_000);
  account.health.resume();
  expect(account.health.wait).toBeNull();
});

test("a server that takes more than a third of the mails is not waited for", async () => {
  const account = accountAt(1_000_000);
  for (let nth = 0; nth < 100; nth += 1) {
    await account.isPutOff(2);
    await account.health.apply({ kind: "healthy" });
  }
  expect(account.health.wait).toBeNull();
  expect(account.health.isThrottled).toBe(false);
});

test("a server that was waited for is known for one that counts for a minute more", async () => {
  const account = accountAt(1_000_000);
  await account.isPutOff(sendLimits.putOffsInRow);
  expect(account.health.isThrottled).toBe(true);
  account.pass(60_999);
  expect(account.health.isThrottled).toBe(true);
  account.pass(1);
  expect(account.health.isThrottled).toBe(false);
});
