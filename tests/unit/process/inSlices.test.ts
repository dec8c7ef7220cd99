import { expect, test } from "bun:test";
import { slicesLimits } from "../../../contract/limits/http.ts";
import { inSlices } from "../../../server/core/inSlices.ts";
import { yieldToOthers } from "../../../server/core/yieldToOthers.ts";

/** Steps that each take a slice's whole time; `log` learns when they are done. */
function* steps(count: number, log: string[], name: string): Generator<void, string> {
  for (let at = 1; at <= count; at += 1) {
    const until = performance.now() + slicesLimits.workMs;
    while (performance.now() < until);
    log.push(`${name} ${at}`);
    yield;
  }
  return name;
}

/** Something short. */
function* note(log: string[], name: string): Generator<unknown, void> {
  yield log.push(name);
}

test("short work is done at once, and not after a slice of somebody's long work", async () => {
  const log: string[] = [];
  await yieldToOthers();
  const long = inSlices(steps(3, log, "long"));
  await yieldToOthers();
  await yieldToOthers();
  const before = log.length;
  const short = inSlices(note(log, "short"));
  expect(log.at(-1)).toBe("short");
  expect(before).toBeLessThan(3);
  expect(await Promise.all([long, short])).toEqual(["long", undefined]);
});

test("however much is begun at once, others have their turn between two slices", async () => {
  const log: string[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await yieldToOthers();
      log.push("others");
    }
  })();
  await yieldToOthers();
  const works = ["a", "b", "c"].map((name) => inSlices(steps(2, log, name)));
  works.push(...["d", "e"].map((name) => inSlices(note(log, name)).then(() => name)));
  await Promise.all(works);
  isOver = true;
  await others;
  const slices = log
    .join(",")
    .split(",others")
    .map((part) => part.split(",").filter((entry) => /^[abc] /.test(entry)));
  expect(slices.flat()).toHaveLength(6);
  expect(Math.max(...slices.map((part) => part.length))).toBe(1);
});

test("what fails says so, and holds nobody up", async () => {
  const failing = (function* (): Generator<unknown, void> {
    yield;
    throw new Error("no");
  })();
  await expect(inSlices(failing)).rejects.toThrow("no");
  expect(await inSlices(steps(1, [], "next"))).toBe("next");
});
