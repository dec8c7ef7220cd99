import { shrink } from "../support/simulation/shrink.ts";
import { simulate, type WorldKind } from "../support/simulation/simulation.ts";

/** How much of a story is shown: its end, where the rule broke. */
const linesShown = 80;

/** Lives through these worlds; answers the story of the first one in which a rule did not hold, or null. */
export async function firstBroken(seeds: Iterable<number>, kind: WorldKind = "file"): Promise<string | null> {
  for (const seed of seeds) {
    const verdict = await simulate(seed, new Set(), kind);
    if (verdict.broken === null) continue;
    const { story, broken } = await shrink(verdict, kind);
    return [
      `seed ${seed} (bun tests/simulation/run.ts ${seed}${kind === "shared" ? ` ${seed} --shared` : ""}): ${broken?.rule}: ${broken?.detail}`,
      ...story.slice(-linesShown),
    ].join("\n");
  }
  return null;
}

/** Whole numbers from one up to another, both among them. */
export function* seedsFrom(first: number, last: number): Generator<number> {
  for (let seed = first; seed <= last; seed++) yield seed;
}
