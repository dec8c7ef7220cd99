import { simulate } from "../support/simulation/simulation.ts";

/** `bun tests/simulation/run.ts SEED`: the story of one world. `… FIRST LAST` lives through many. */
const [first = 1, last = first] = process.argv.slice(2).map(Number);
const startedAt = process.cpuUsage();
let [mails, events, failed] = [0, 0, 0];
const rules = new Map<string, number[]>();
for (let seed = first; seed <= last; seed++) {
  const { broken, story, mailCount, eventCount } = await simulate(seed);
  mails += mailCount;
  events += eventCount;
  if (first === last) console.log(story.join("\n"));
  if (broken === null) continue;
  failed += 1;
  rules.set(broken.rule, [...(rules.get(broken.rule) ?? []), seed]);
  if (first !== last && failed < 30)
    console.log(`seed ${seed}: ${broken.rule}: ${broken.detail.slice(0, 200)}`);
}
const { user, system } = process.cpuUsage(startedAt);
console.log(
  `${last - first + 1} worlds, ${failed} broken, ${mails} mails, ${events} events, ${((user + system) / 1e6).toFixed(1)} s of CPU`,
);
for (const [rule, seeds] of rules) console.log(`${rule}: ${seeds.length} (${seeds.slice(0, 8).join(" ")})`);
