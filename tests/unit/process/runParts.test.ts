import { expect, test } from "bun:test";
import { createIdleProcessors } from "../../support/idleProcessors.ts";
import { runParts } from "../../support/runParts.ts";

/** Works by their names, those that wait in capitals; each goes on until it is ended. */
function trial(names: string, { extra = 0 } = {}) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const missing = new Set<string>();
  let isIdle = false;
  let look = () => {};
  const works = [...names].map((name) => ({
    isWaiting: name === name.toUpperCase(),
    isReady: () => !missing.has(name),
    run: () =>
      new Promise<void>((resolve) => {
        begun.push(name);
        ends.set(name, resolve);
      }),
  }));
  const settle = () => Bun.sleep(1);
  return {
    begun: () => begun.join(""),
    missing,
    run: () =>
      runParts(works, {
        working: 2,
        waiting: 1,
        extra,
        isIdle: () => isIdle,
        pause: () =>
          new Promise((resolve) => {
            look = resolve;
          }),
      }),
    async end(name: string) {
      ends.get(name)?.();
      await settle();
    },
    async look(idle: boolean) {
      isIdle = idle;
      look();
      await settle();
    },
  };
}

test("work is taken in its order, of each kind as much as there are places, and then of the other kind", async () => {
  const { run, begun, end } = trial("abcAB");
  const done = run();
  expect(begun()).toBe("abA");
  await end("A");
  expect(begun()).toBe("abAB");
  await end("B");
  expect(begun()).toBe("abABc");
  for (const name of "abc") await end(name);
  await done;
});

test("where a processor stands idle one more begins, first of those that wait, and never more than may", async () => {
  const { run, begun, end, look } = trial("abcdABC", { extra: 2 });
  const done = run();
  await look(false);
  expect(begun()).toBe("abA");
  await look(true);
  expect(begun()).toBe("abAB");
  await look(true);
  await look(true);
  expect(begun()).toBe("abABC");
  // The place is gone with the work it was made for.
  await end("B");
  expect(begun()).toBe("abABC");
  await look(true);
  expect(begun()).toBe("abABCc");
  for (const name of "abACcd") await end(name);
  await done;
  expect(begun()).toBe("abABCcd");
});

test("what is not ready is passed over, and begins once it is", async () => {
  const { run, begun, end, look, missing } = trial("abc");
  for (const name of "ab") missing.add(name);
  const done = run();
  expect(begun()).toBe("c");
  await end("c");
  missing.clear();
  await look(false);
  expect(begun()).toBe("cab");
  for (const name of "ab") await end(name);
  await done;
});

test("processors are idle where half of one's time was, since the last look", () => {
  const processors = navigator.hardwareConcurrency;
  const times = { idle: 0, all: 0 };
  const isIdle = createIdleProcessors(() => ({ ...times }));
  const pass = (idle: number) => {
    times.idle += idle;
    times.all += 100 * processors;
    return isIdle();
  };
  expect([pass(0), pass(49), pass(51), pass(20)]).toEqual([false, false, true, false]);
});
