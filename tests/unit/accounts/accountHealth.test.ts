import { expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import { AccountHealth, type Pause } from "../../../server/sending/dispatch/accountHealth.ts";
import type { AccountEffect } from "../../../server/sending/dispatch/settlement.ts";
import { keptLog } from "../../support/server/keptLog.ts";

const putOff: AccountEffect = {
  kind: "putOff",
  reason: reason("put_off", {}, "454 Throttling failure: Maximum sending rate exceeded."),
};
const fault: AccountEffect = { kind: "connectionFault", reason: reason("connections_busy") };

/** An account whose server is gone and comes back as a test says, with a clock that goes on by its rests alone. */
function accountAt(startsAt: number) {
  let now = startsAt;
  let setBackMs = 0;
  const clock = { now: () => now - setBackMs, steadyMs: () => now };
  const saved: (Pause | null)[] = [];
  const { log, entries } = keptLog();
  let isDiskFull = false;
  const health = new AccountHealth({
    clock,
    log,
    async savePause(pause) {
      if (isDiskFull) throw new Error("the disk is full");
      saved.push(pause);
    },
    pause: null,
  });
  const fails = async (count: number = sendLimits.breakerFaults) => {
    for (let nth = 0; nth < count; nth += 1) await health.apply(fault);
  };
  return {
    health,
    fails,
    saved,
    entries,
    pass: (ms: number) => {
      now += ms;
    },
    setClockBack: (ms: number) => {
      setBackMs += ms;
    },
    fillDisk: () => {
      isDiskFull = true;
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

test("one that takes less than a third is, however many it took before", async () => {
  const account = accountAt(1_000_000);
  for (let nth = 0; nth < 100; nth += 1) await account.health.apply({ kind: "healthy" });
  for (let nth = 0; nth < sendLimits.putOffsInRow - 2; nth += 1) {
    expect(account.health.wait).toBeNull();
    await account.isPutOff(3);
    await account.health.apply({ kind: "healthy" });
  }
  expect(account.waitsMs()).toBe(1_000);
});

test("once a server takes mails as fast as any, for how long it took none counts no more", async () => {
  const account = accountAt(1_000_000);
  for (let nth = 0; nth < 100; nth += 1) {
    await account.isPutOff(sendLimits.putOffsInRow);
    account.pass(300_000);
  }
  for (let nth = 0; nth <= sendLimits.slowlyAtOnceMax; nth += 1)
    await account.health.apply({ kind: "healthy" });
  await account.isPutOff(sendLimits.putOffsInRow - 1);
  expect(account.health.wait).toBeNull();
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

const stop: AccountEffect = { kind: "stop", reason: reason("account_refused") };
const rest = (restMs: number): AccountEffect => ({
  kind: "rest",
  reason: reason("connections_busy"),
  restMs,
});

test("an account that waits for a person is noted once, and nothing but a person lets it go on", async () => {
  const account = accountAt(1_000_000);
  await account.health.apply(stop);
  const stopped = { reason: reason("account_refused"), until: null };
  await account.health.apply({ ...stop, reason: reason("connections_busy") });
  await account.health.apply(rest(60_000));
  await account.fails();
  await account.health.apply({ kind: "healthy" });
  account.pass(24 * 3_600_000);
  await account.health.endRest(Number.MAX_SAFE_INTEGER);
  expect(account.health.pause).toEqual(stopped);
  expect(account.saved).toEqual([stopped]);
  account.health.resume();
  expect(account.health.wait).toBeNull();
});

test("a rest is noted, ends when its time is over and not before, and is noted to be over", async () => {
  const account = accountAt(1_000_000);
  await account.health.apply(rest(60_000));
  const resting = { reason: reason("connections_busy"), until: 1_060_000 };
  await account.health.endRest(1_059_999);
  expect(account.health.wait).toEqual(resting);
  await account.health.endRest(1_060_000);
  expect(account.health.wait).toBeNull();
  // With nothing to end, nothing is noted.
  await account.health.endRest(2_000_000);
  expect(account.saved).toEqual([resting, null]);
});

test("of two rests the longer one counts, and a stop ends either", async () => {
  const account = accountAt(1_000_000);
  for (const restMs of [60_000, 1_000, 60_000, 300_000]) await account.health.apply(rest(restMs));
  await account.health.apply(stop);
  expect(account.saved.map((pause) => pause?.until)).toEqual([1_060_000, 1_300_000, null]);
});

test("a pause that cannot be noted holds all the same, and the log tells of it", async () => {
  const account = accountAt(1_000_000);
  account.fillDisk();
  await account.health.apply(stop);
  expect(account.health.pause).toMatchObject({ until: null });
  expect(account.entries).toMatchObject([
    { level: "warn", message: "The pause of an account could not be saved" },
  ]);
});

test("an account that a person lets go on begins anew: what failed or was put off before counts no more", async () => {
  const account = accountAt(1_000_000);
  await account.isPutOff(sendLimits.putOffsInRow);
  account.pass(1_000);
  await account.isPutOff(1);
  await account.fails(sendLimits.breakerFaults - 1);
  account.health.resume();
  expect(account.health.mailsAtOnce).toBe(Number.POSITIVE_INFINITY);
  await account.fails(1);
  expect(account.health.pause).toBeNull();
  for (let twice = 0; twice < 2; twice += 1) {
    await account.isPutOff(sendLimits.putOffsInRow - 1);
    expect(account.health.wait).toBeNull();
    account.health.resume();
  }
  await account.isPutOff(sendLimits.putOffsInRow);
  expect(account.waitsMs()).toBe(1_000);
});

test("a server that puts mails off is there: connections that fail after it begin a row of their own", async () => {
  const account = accountAt(1_000_000);
  await account.restAfter();
  await account.restAfter();
  await account.fails(sendLimits.breakerFaults - 1);
  await account.isPutOff(1);
  expect(await account.restAfter(sendLimits.breakerFaults - 1)).toBeNull();
  expect(await account.restAfter(1)).toBe(15_000);
});

test("a clock that is set back makes the wait for a server no longer", async () => {
  const account = accountAt(1_000_000);
  await account.isPutOff(sendLimits.putOffsInRow);
  account.setClockBack(3_600_000);
  account.pass(999);
  expect(account.health.wait).not.toBeNull();
  account.pass(1);
  expect(account.health.wait).toBeNull();
});
