import type { WorkspaceId } from "../../contract/identity/scope.ts";

/** What the writing of an import needs to know of it. */
export type SliceJob = {
  importId: string;
  workspaceId: WorkspaceId;
  /** The ids of new leads: this, and the position in 12 hexadecimal digits. */
  idPrefix: string;
  collectionId: string | null;
  existing: "update" | "skip";
  /** Null where no column says anything of it; else whether a yes counts over a no that somebody had written down. */
  consent: { mayRegrant: boolean } | null;
  /** How many leads the person may have; null without a limit. */
  leadsMax: number | null;
  now: number;
  /** The job that this is done for and the number of its holder: once another one has it, nothing more is written. */
  jobId: string;
  lease: number;
};

/** Staged rows after one position up to another. */
export type SliceRange = { after: number; upTo: number };

/**
 * `heldMs` is how long others could not write, `isAwaited` whether one of them waited at the end. "stopped": the import
 * is not running any more or somebody else has its job, and nothing was written.
 */
export type SliceOutcome =
  | { kind: "written"; heldMs: number; isAwaited: boolean }
  | { kind: "stopped" }
  | { kind: "overPlan"; leadCount: number; added: number };

/** Writes staged rows into the database, each slice whole or not at all, its counters with it. */
export type Slices = {
  /**
   * Takes out of the staged rows after a position the new addresses that are more than fit the plan, the last ones in
   * the file; `eachLeftOut` tells which. Answers how many new ones stay, and how many were left out.
   */
  leaveOut(job: SliceJob & { leadsMax: number }, after: number): Promise<{ added: number; leftOut: number }>;
  write(job: SliceJob, range: SliceRange): Promise<SliceOutcome>;
  /** Up to which position there are addresses of rejected rows to opt out; those that are left out come with them. */
  lastOptout(): number;
  /** The position of the so manieth of them; 0 for none. */
  optoutAt(count: number): number;
  /** Opts out such addresses, be they leads or not. */
  optOut(job: SliceJob, range: SliceRange): Promise<Exclude<SliceOutcome, { kind: "overPlan" }>>;
  close(): void;
};

/** The id of a lead that an import added. */
export function leadIdAt(job: Pick<SliceJob, "idPrefix">, position: number): string {
  return job.idPrefix + position.toString(16).padStart(12, "0");
}
