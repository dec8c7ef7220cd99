/** Chance that is the same for the same seed and name, so that what one part draws changes nothing for another. */
export type Chance = ReturnType<typeof createChance>;

export function createChance(seed: number, name: string) {
  let state = Number(BigInt.asUintN(32, Bun.hash.wyhash(`${seed} ${name}`)));
  /** mulberry32: from 0 up to 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    /** A whole number, both ends among them. */
    between,
    is: (share: number) => next() < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error("nothing to pick from");
      return list[between(0, list.length - 1)] as T;
    },
    /** Small ones mostly, and now and then one many times as large. */
    wait: (meanMs: number) => Math.ceil(-Math.log(1 - next()) * meanMs),
  };
}
