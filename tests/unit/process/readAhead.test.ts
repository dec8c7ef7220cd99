import { expect, test } from "bun:test";
import { readAhead } from "../../../server/core/readAhead.ts";

const nextTurn = () => new Promise<void>((go) => setImmediate(go));

test("the next one is being read while one is worked on, and not the one behind it", async () => {
  const begun: number[] = [];
  async function* source() {
    for (const one of [1, 2, 3]) {
      begun.push(one);
      await nextTurn();
      yield one;
    }
  }
  const seen: unknown[] = [];
  for await (const one of readAhead(source())) {
    seen.push([one, [...begun]]);
    await nextTurn();
    await nextTurn();
    seen.push([...begun]);
  }
  expect(seen).toEqual([
    [1, [1, 2]],
    [1, 2],
    [2, [1, 2, 3]],
    [1, 2, 3],
    [3, [1, 2, 3]],
    [1, 2, 3],
  ]);
});

test("what cannot be read is told after all before it was worked on", async () => {
  async function* source() {
    yield 1;
    throw new Error("gone");
  }
  const worked: number[] = [];
  const work = async () => {
    for await (const one of readAhead(source())) {
      await nextTurn();
      worked.push(one);
    }
  };
  await expect(work()).rejects.toThrow("gone");
  expect(worked).toEqual([1]);
});

test("who stops early leaves nothing open behind", async () => {
  let isOpen = true;
  async function* source() {
    try {
      yield 1;
      await nextTurn();
      yield 2;
    } finally {
      isOpen = false;
    }
  }
  for await (const one of readAhead(source())) {
    expect(one).toBe(1);
    break;
  }
  expect(isOpen).toBe(false);
});
