import { isHashOf } from "./otherTexts.ts";
import type { Step } from "./step.ts";

/** The steps that a database has taken, and why this version must not work with it, if so. */
export type History = {
  taken: readonly Step[];
  missing: readonly Step[];
  /** Whether its steps were taken before their hashes were kept, and fit all the same. */
  isUnhashed: boolean;
  /** A sentence that says what to do, or null; nobody may change the database then. */
  fault: string | null;
};

/** What a database says of a step that it has taken. */
export type TakenRow = { tag: string; hash: string | null; program: string | null };

type Judged = {
  rows: readonly TakenRow[];
  steps: readonly Step[];
  /** What is there beside the steps taken, or in place of it, a phrase each; asked for only where hashes do not say it. */
  found(taken: readonly Step[]): readonly string[];
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

function faultOf({ rows, taken, found, restore }: Compared): string | null {
  const newer = rows.filter(({ tag }) => !taken.some((step) => step.tag === tag));
  if (newer.length > 0) return newerData(newer, restore);
  const other = rows.find(({ tag, hash }) => {
    const step = taken.find((one) => one.tag === tag);
    return step !== undefined && hash !== null && !isHashOf(step, hash);
  });
  if (other !== undefined) return otherStep(other, restore);
  // What was written before hashes were kept is known by what it is made of.
  if (rows.length > 0 && rows.every(({ hash }) => hash !== null)) return null;
  const phrases = found(taken);
  return phrases.length === 0 ? null : otherTables(phrases);
}

function newerData(newer: readonly TakenRow[], restore: string): string {
  const program = newer.findLast((row) => row.program !== null)?.program;
  const by = program ? `, ${program}` : ` (it knows ${newer.map(({ tag }) => tag).join(", ")})`;
  return `This data was written by a newer Amplify${by}: run that version, or put a backup of this one in its place with ${restore}. Nothing was changed.`;
}

function otherStep({ tag, program }: TakenRow, restore: string): string {
  const by = program === null ? "" : `, ${program},`;
  return `This data was written by a build of Amplify${by} whose step ${tag} is not this version's: run the build that wrote it, or put a backup of a released version in its place with ${restore}. Nothing was changed.`;
}

function otherTables(found: readonly string[]): string {
  const more = found.length === 1 ? "" : `, and ${found.length - 1} more`;
  return `This data was written by an Amplify from before its tables were settled, or was changed by another program (${found[0]}${more}), so this version cannot work with it: run the version that wrote it, and take its leads over by export and import. Nothing was changed.`;
}
