import { type Remark, remark } from "../../contract/installation/remark.ts";
import { type Difference } from "../../contract/installation/Difference.ts";
import type { Step } from "./step.ts";
import { stepHash } from "./stepHash.ts";

/** The steps that a database has taken, and why this version must not work with it, if so. */
export type History = {
  taken: readonly Step[];
  missing: readonly Step[];
  /** Whether its steps were taken before their hashes were kept, and fit all the same. */
  isUnhashed: boolean;
  /** What says what to do, or null; nobody may change the database then. */
  fault: Remark | null;
};

/** What a database says of a step that it has taken. */
export type TakenRow = { tag: string; hash: string | null; program: string | null };

type Judged = {
  rows: readonly TakenRow[];
  steps: readonly Step[];
  /** What is there beside the steps taken, or in place of it; asked for only where hashes do not say it. */
  found(taken: readonly Step[]): readonly Difference[];
  /** The command that puts a backup in a database's place. */
  restore: string;
};

/** Compares what a database says of its own steps with those that this version knows. */
export function judge({ rows, steps, found, restore }: Judged): History {
  const tags = new Set(rows.map(({ tag }) => tag));
  const taken = steps.filter(({ tag }) => tags.has(tag));
  const missing = steps.filter(({ tag }) => !tags.has(tag));
  const isUnhashed = rows.some(({ hash }) => hash === null);
  return { taken, missing, isUnhashed, fault: faultOf({ rows, taken, found, restore }) };
}

type Compared = Omit<Judged, "steps"> & { taken: readonly Step[] };

function faultOf({ rows, taken, found, restore }: Compared): Remark | null {
  const newer = rows.filter(({ tag }) => !taken.some((step) => step.tag === tag));
  if (newer.length > 0) return newerData(newer, restore);
  const other = rows.find(({ tag, hash }) => {
    const step = taken.find((one) => one.tag === tag);
    return step !== undefined && hash !== null && !isHashOf(step, hash);
  });
  if (other !== undefined) return remark("otherStep", { tag: other.tag, program: other.program, restore });
  // What was written before hashes were kept is known by what it is made of.
  if (rows.length > 0 && rows.every(({ hash }) => hash !== null)) return null;
  const differences = found(taken);
  return differences.length === 0 ? null : remark("otherTables", { found: differences });
}

function newerData(newer: readonly TakenRow[], restore: string): Remark {
  const program = newer.findLast((row) => row.program !== null)?.program ?? null;
  return remark("newerData", { program, tags: newer.map(({ tag }) => tag), restore });
}

/**
 * Hashes, in either dialect, that data may bear for a step beside today's: the step was shipped with another text, and
 * a later step brings what that one made to the same. A step that has landed never changes, so nothing is added here
 * but what was found out afterwards.
 */
const otherTexts: Readonly<Record<string, readonly string[]>> = {
  // Without the devices that people were signed in on, which 0015 adds.
  "0010_devices_and_optouts": [
    "d7e6383e0dc3e508520c07defce132c67a75f03058d9ff3f282c3a2f3f4085c8",
    "ecea0a6fefcbfb9b4d99371e08a22938914d99570eefaf0da7e758eb2b9df435",
  ],
};

/** Whether data that bears this hash was made by the step, as it is or as it once was. */
function isHashOf(step: Step, hash: string): boolean {
  return hash === stepHash(step) || (otherTexts[step.tag]?.includes(hash) ?? false);
}
