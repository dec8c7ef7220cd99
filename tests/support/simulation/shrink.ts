import { simulate, type Verdict, type WorldKind } from "./simulation.ts";

/** The same world with as little happening in it as still breaks the same rule. */
export async function shrink(broken: Verdict, kind: WorldKind): Promise<Verdict> {
  let least = broken;
  const without = new Set<number>();
  for (let place = broken.acts.length - 1; place >= 0; place--) {
    const verdict = await simulate(broken.seed, new Set([...without, place]), kind);
    if (verdict.broken?.rule !== broken.broken?.rule) continue;
    without.add(place);
    least = verdict;
  }
  return least;
}
