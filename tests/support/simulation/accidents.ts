import { leaseLimits } from "../../../contract/limits/sending.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../contract/limits/units.ts";
import type { Chance } from "./chance.ts";
import { fairWeather, moods } from "./mailServer.ts";

import type { SimulatedProcess, World } from "./simulatedProcess.ts";
import type { Act, Stage } from "./stage.ts";

/** What happens to machines. */
export const accidents: readonly [weight: number, what: string, accident: Act["do"]][] = [
  [5, "kill", (stage, chance) => end(stage, chance, true)],
  [2, "kill and lose", killAndLose],
  [1, "stop", (stage, chance) => end(stage, chance, false)],
  [2, "lost lock", loseLock],
  [2, "clock set", setClock],
  [3, "failing writes", (stage, chance) => weather(stage, chance, { writeFaults: 0.3 })],
  [3, "failing reads", (stage, chance) => weather(stage, chance, { readFaults: 0.3 })],
  [3, "lost answers", (stage, chance) => weather(stage, chance, { lostAnswers: 0.1 })],
  [2, "full disk", (stage, chance) => weather(stage, chance, { isFull: true })],
  [6, "a server's mood", moody],
];

/** Somebody's process is killed or stopped, and started again. */
export function end(stage: Stage, chance: Chance, isKilled: boolean): void {
  const process = stage.anyProcess();
  if (process === null || stage.isTimeUnsure()) return;
  stage.replace(process, { isKilled, afterMs: chance.wait(2 * secondMs) });
}

/**
 * Where machines share a database, one of them dies as a server has just taken a mail of its, before it hears of that:
 * another machine finds that mail begun, with nobody who knows what became of it. By chance alone that is seldom.
 */
export function deathsBehindTheDot(chance: Chance, lastMs: number): Act[] {
  return Array.from({ length: chance.between(0, 3) }, () => ({
    atMs: chance.between(secondMs, lastMs),
    what: "death behind the dot",
    do: dieBehindTheDot,
  }));
}

function dieBehindTheDot(stage: Stage, chance: Chance): void {
  const afterMs = chance.pick([secondMs, leaseLimits.leaseMs, 3 * leaseLimits.leaseMs]);
  stage.takes.next = (owner) => {
    const process = stage.processOf(owner);
    if (process !== null) stage.replace(process, { isKilled: true, afterMs });
  };
}

/** The sender is killed, and its folder is not as it left it. */
export function killAndLose(stage: Stage, chance: Chance): void {
  const process = stage.sender();
  const { folder, witness } = stage;
  if (process === null || stage.isTimeUnsure() || folder.text === null) return;
  const loss = chance.pick(["power", "file", "torn"]);
  witness.tell(`the list of ${process.name} is lost: ${loss}`);
  witness.interrupted({ isListed: false });
  stage.replace(process, { isKilled: true, afterMs: chance.wait(2 * secondMs) });
  const lines = folder.text.split("\n");
  // What was not synced is gone with the power, as far back as to the beginning.
  if (loss === "power") {
    folder.boot = stage.newId("boot");
    folder.text = `${lines.slice(0, chance.between(1, lines.length)).join("\n")}\n`;
  } else folder.text = loss === "file" ? null : folder.text.slice(0, -1 - chance.between(0, 3));
}

function loseLock(stage: Stage, chance: Chance): void {
  const process = stage.sender();
  if (process === null || stage.isTimeUnsure()) return;
  if (stage.file.shared !== null) {
    stall(stage, process, chance);
    return;
  }
  stage.witness.tell(`${process.name} loses the right to send`);
  stage.witness.interrupted({ isListed: false });
  const learnsAfterMs = chance.is(0.5) ? 0 : chance.between(0, 4 * secondMs);
  stage.witness.twoSendUntil(stage.schedule.nowMs + learnsAfterMs);
  process.loseLock(learnsAfterMs);
}

/** A machine stands still, for less than its leases last or for more, and goes on. */
function stall({ schedule, witness }: Stage, { name, owner }: SimulatedProcess, chance: Chance): void {
  const stalledMs = chance.between(1, 3 * leaseLimits.leaseMs);
  witness.tell(`${name} stands still for ${stalledMs} ms`);
  witness.interrupted({ isListed: true });
  owner.stalledUntilMs = schedule.nowMs + stalledMs;
}

const steps = [5 * minuteMs, -5 * minuteMs, hourMs, -hourMs, dayMs, -dayMs, 90.5 * secondMs];

function setClock(stage: Stage, chance: Chance): void {
  // What is set while nobody looks, nobody can know.
  if (stage.isTimeUnsure() || !stage.isEverybodyUp()) return;
  // Machines have clocks of their own, which are set one by one.
  if (stage.file.shared !== null) return;
  const stepMs = chance.pick(steps);
  stage.witness.tell(`the clock is set by ${stepMs / secondMs} seconds`);
  stage.wall.offsetMs += stepMs;
  stage.witness.isClockSet = true;
  stage.wall.setAtMs = stage.schedule.nowMs;
  // Half of the clocks that leap come back by themselves.
  if (chance.is(0.5)) return;
  stage.schedule.at(stage.schedule.nowMs + chance.between(1, 100) * secondMs, () => {
    stage.witness.tell("the clock is set back");
    stage.wall.offsetMs -= stepMs;
    stage.wall.setAtMs = stage.schedule.nowMs;
  });
}

function weather(stage: Stage, chance: Chance, bad: Partial<World["weather"]>): void {
  stage.witness.tell(`the database: ${JSON.stringify(bad)}`);
  const good = Object.fromEntries(Object.keys(bad).map((key) => [key, key === "isFull" ? false : 0]));
  Object.assign(stage.weather, bad);
  stage.schedule.at(stage.schedule.nowMs + chance.wait(5 * secondMs), () => {
    stage.witness.tell(`the database is well again: ${Object.keys(bad)}`);
    Object.assign(stage.weather, good);
    stage.witness.turnsAnew();
  });
}

function moody(stage: Stage, chance: Chance): void {
  const { server } = stage.witness.account(chance.pick(stage.accountIds));
  const mood = chance.pick(moods);
  // A day's rest is too long where time is not leapt over.
  if (mood.dailyLimit !== undefined && stage.file.shared !== null) return;
  server.mood = mood;
  stage.witness.tell(`the server of ${server.accountId}: ${server.mood.name}`);
  const until = stage.schedule.nowMs + chance.wait(chance.pick([5 * secondMs, 10 * minuteMs]));
  stage.schedule.at(until, () => {
    stage.witness.tell(`the server of ${server.accountId} is well again`);
    server.mood = fairWeather;
  });
}
