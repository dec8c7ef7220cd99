import { simulate } from "../support/simulation/simulation.ts";
import { seedsFrom } from "./worlds.ts";

/**
 * `bun tests/simulation/run.ts SEED` tells the story of one world; `… FIRST LAST` lives through many and says which
 * rules broke, with `--first` until one does; with `--shared`, behind both, worlds of several machines.
 */
const [first = 1, last = first] = process.argv.slice(2).map(Number);
const untilFirst = process.argv.includes("--first");
const kind = process.argv.includes("--shared") ? "shared" : "file";
const shownMax = 30;
const startedAt = process.cpuUsage();
const sums = { worlds: 0, mails: 0, events: 0 };
const seedsByRule = new Map<string, number[]>();

for (const seed of seedsFrom(first, last)) {
  const { broken, story, mailCount, eventCount } = await simulate(seed, new Set(), kind);
  sums.worlds += 1;
  sums.mails += mailCount;
  sums.events += eventCount;
  if (first === last) console.log(story.join("\n"));
  if (broken === null) continue;
  const seeds = seedsByRule.get(broken.rule) ?? [];
  seedsByRule.set(broken.rule, [...seeds, seed]);
  if (seeds.length < shownMax) console.log(`seed ${seed}: ${broken.rule}: ${broken.detail}`);
  if (untilFirst) break;
}
const { user, system } = process.cpuUsage(startedAt);
const cpuSeconds = ((user + system) / 1e6).toFixed(1);
console.log(`${sums.worlds} worlds, ${sums.mails} mails, ${sums.events} events, ${cpuSeconds} s of CPU`);
for (const [rule, seeds] of seedsByRule)
  console.log(`${rule}: ${seeds.length} (${seeds.slice(0, 8).join(" ")})`);
// The database of several machines would keep it alive.
process.exit(0);
