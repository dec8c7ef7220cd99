import type { Chance } from "./chance.ts";
import type { Owner } from "./schedule.ts";
import type { SimulatedProcess, World } from "./simulatedProcess.ts";

/** Something that somebody does, or that happens to a machine. */
export type Act = { atMs: number; what: string; do(stage: Stage, chance: Chance): void };

/** Who is there to be asked, and to be killed. */
export type Stage = World & {
  accountIds: string[];
  leadIds: string[];
  campaignIds: string[];
  /** Some process that answers, the sender or another; null while none does. */
  anyProcess(): SimulatedProcess | null;
  sender(): SimulatedProcess | null;
  /** Null once it is dead. */
  processOf(owner: Owner): SimulatedProcess | null;
  /** Ends a process and starts it again after a while. */
  replace(process: SimulatedProcess, restart: { afterMs: number; isKilled: boolean }): void;
  /** While a clock that was set is not believed yet, nobody can know what time it was. */
  isTimeUnsure(): boolean;
  isEverybodyUp(): boolean;
};
