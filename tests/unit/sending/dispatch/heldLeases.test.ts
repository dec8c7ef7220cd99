import { expect, test } from "bun:test";
import { leaseLimits } from "../../../../contract/limits/sending.ts";
import type { Database } from "../../../../db/database.ts";
import { isFile } from "../../../../db/isFile.ts";
import { createAccountLeaseStore } from "../../../../db/stores/sending/accountLeases.ts";
import { Leases } from "../../../../server/sending/dispatch/Leases.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { keptLog } from "../../../support/server/keptLog.ts";

const account = { id: "account", workspaceId: "ada" };
const { leaseMs, marginMs, renewEveryMs } = leaseLimits;

/** A sender's leases over a real database, whose time passes and whose timers ring as a test wants. */
function senderOver(database: Database, holder: string) {
  let elapsedMs = 0;
  let ring: (() => void) | null = null;
  const store = createAccountLeaseStore(database);
  const lost: string[] = [];
  const asked: string[] = [];
  let renewed = Promise.withResolvers<void>();
  const leases = new Leases({
    store: {
      ...store,
      take(wanted) {
        asked.push("take");
        return store.take(wanted);
      },
      async giveBack(...freed) {
        await store.giveBack(...freed);
        asked.push("given back");
      },
      async renew(holding) {
        try {
          return await store.renew(holding);
        } finally {
          setImmediate(() => renewed.resolve());
        }
      },
    },
    holder,
    log: keptLog().log,
    isAlone: false,
    elapsedMs: () => elapsedMs,
    waits: {
      steadyMs: () => elapsedMs,
      turn: async () => {},
      after(waitMs, then) {
        expect(waitMs).toBe(renewEveryMs);
        ring = then;
        return () => {
          ring = null;
        };
      },
    },
    takeOver: async () => null,
    onFreed: () => {},
    onLost: (id) => lost.push(id),
  });
  return {
    leases,
    lost,
    asked,
    store,
    pass(ms: number) {
      elapsedMs += ms;
    },
    /** The timer rings, and what it begins is done. */
    async renew() {
      renewed = Promise.withResolvers<void>();
      ring?.();
      await renewed.promise;
    },
    isRenewing: () => ring !== null,
  };
}

/** Of several senders: where one process has the database for itself nothing of it is asked. */
function testShared(database: () => Database, name: string, run: () => Promise<void>): void {
  test(name, async () => (isFile(database().tables) ? undefined : run()));
}

eachDatabase("an account that one of several senders holds", (open) => {
  const database = emptyBeforeEach(open);

  testShared(
    database,
    "is sent through for a little less than its lease lasts, and on from each renewal",
    async () => {
      const { leases, pass, renew, lost } = senderOver(database(), "one");
      await leases.start();
      const lease = await leases.take(account);
      pass(leaseMs - marginMs - 1);
      expect(lease?.mayGo()).toBe(true);
      pass(1);
      expect(lease?.mayGo()).toBe(false);
      await renew();
      expect(lease?.mayGo()).toBe(true);
      pass(leaseMs - marginMs);
      expect(lease?.mayGo()).toBe(false);
      expect(lost).toEqual([]);
    },
  );

  testShared(database, "is sent through no more once another has it, which is told once", async () => {
    const one = senderOver(database(), "one");
    await one.leases.start();
    const lease = await one.leases.take(account);
    // Silent for too long, as the database sees it.
    await one.store.giveBack("one", ["account"]);
    const two = senderOver(database(), "two");
    expect((await two.leases.take(account))?.mayGo()).toBe(true);
    expect(lease?.mayGo()).toBe(true);
    await one.renew();
    expect(lease?.mayGo()).toBe(false);
    await one.renew();
    expect(one.lost).toEqual(["account"]);
    expect(one.leases.has("account")).toBe(false);
    expect(await one.leases.take(account)).toBeNull();
  });
});

eachDatabase("an account that one of several senders asks for", (open) => {
  const database = emptyBeforeEach(open);

  testShared(
    database,
    "is taken once where two ask for it at the same time, and its lease is the one that is held",
    async () => {
      const { leases, renew, lost } = senderOver(database(), "one");
      await leases.start();
      const [first, second] = await Promise.all([leases.take(account), leases.take(account)]);
      expect(first?.lease).toBe(1);
      expect(second?.lease).toBe(1);
      expect((await leases.take(account))?.lease).toBe(1);
      await renew();
      expect(first?.mayGo()).toBe(true);
      expect(lost).toEqual([]);
    },
  );

  testShared(
    database,
    "is taken anew only after it was given back, so that the giving back frees nothing that is held",
    async () => {
      const one = senderOver(database(), "one");
      await one.leases.start();
      const before = await one.leases.take(account);
      const [, again] = await Promise.all([one.leases.giveBack(["account"]), one.leases.take(account)]);
      expect(one.asked).toEqual(["take", "given back", "take"]);
      expect(again?.lease).toBe(2);
      expect([before?.mayGo(), again?.mayGo()]).toEqual([false, true]);
      expect(await senderOver(database(), "two").leases.take(account)).toBeNull();
      await one.renew();
      expect(again?.mayGo()).toBe(true);
    },
  );

  testShared(database, "is anybody's when its sender ends, which renews nothing from then on", async () => {
    const one = senderOver(database(), "one");
    await one.leases.start();
    const lease = await one.leases.take(account);
    await one.leases.end();
    expect(lease?.mayGo()).toBe(false);
    expect(one.isRenewing()).toBe(false);
    expect(await one.leases.take(account)).toBeNull();
    expect(await senderOver(database(), "two").leases.leastOfOthers()).toBe(Number.POSITIVE_INFINITY);
  });
});
