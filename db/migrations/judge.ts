import { type Remark, remark } from "../../contract/installation/remark.ts";
import { type Difference } from "../../contract/installation/Difference.ts";
import { isHashOf } from "./otherTexts.ts";
import type { Step } from "./step.ts";

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
