import { expect, test } from "bun:test";
import { sendLimits } from "../../../../contract/limits/sending.ts";
import type { Ledger } from "../../../../db/stores/campaigns/ledger.ts";
import { systemWaits } from "../../../../server/core/waits.ts";
import { CommitTurns } from "../../../../server/sending/dispatch/CommitTurns.ts";

/** Lanes whose commits end when they are told to, in a time that passes when it is told to. */
function lanes() {
  const begun: number[] = [];
  const commits: PromiseWithResolvers<never[]>[] = [];
  const timers = new Set<() => void>();
  const turns = new CommitTurns({
    after(_, then) {
      timers.add(then);
      return () => void timers.delete(then);
    },
  });
  const commit = (lane: number): Promise<unknown> => {
    const ledger = {
      settleAndClaim() {
        begun.push(lane);
        const ended = Promise.withResolvers<never[]>();
        commits[lane] = ended;
        return ended.promise;
      },
    } as unknown as Ledger;
    return turns.of(ledger).settleAndClaim([], null);
  };
  const settle = systemWaits.turn;
  return {
    begun,
    commit,
    settle,
    async end(lane: number) {
      commits[lane]?.resolve([]);
      await settle();
    },
    async fail(lane: number) {
      commits[lane]?.reject(new Error("the connection was lost"));
      await settle();
    },
    async timePasses() {
      for (const then of [...timers]) {
        timers.delete(then);
        then();
      }
      await settle();
    },
  };
}

test("lanes commit one after the other, in the order in which they asked, also behind one that fails", async () => {
  const { begun, commit, settle, end, fail } = lanes();
  const all = [0, 1, 2].map((lane) => commit(lane).catch((error: Error) => error.message));
  await settle();
  expect(begun).toEqual([0]);
  await end(0);
  expect(begun).toEqual([0, 1]);
  await fail(1);
  expect(begun).toEqual([0, 1, 2]);
  await end(2);
  expect(await Promise.all(all)).toEqual([[], "the connection was lost", []]);
  void commit(3);
  await settle();
  expect(begun).toEqual([0, 1, 2, 3]);
});

test("behind a commit that takes long the next begins, once, and at most so many are under way", async () => {
  const { begun, commit, settle, end, timePasses } = lanes();
  const count = sendLimits.commitsMax + 4;
  for (let lane = 0; lane < count; lane += 1) void commit(lane);
  await settle();
  expect(begun).toEqual([0]);
  await timePasses();
  expect(begun).toEqual([0, 1]);
  // That the first ends now gives nobody the turn that the second has.
  await end(0);
  expect(begun).toEqual([0, 1]);
  await end(1);
  expect(begun).toEqual([0, 1, 2]);
  for (let times = 0; times < count; times += 1) await timePasses();
  expect(begun).toHaveLength(2 + sendLimits.commitsMax);
  await end(2);
  expect(begun).toHaveLength(3 + sendLimits.commitsMax);
});
