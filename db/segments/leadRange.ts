import { and, type Column, gt, lte, type SQL } from "drizzle-orm";
import { isFile } from "../isFile.ts";
import type { Tables } from "../tables.ts";

/** Leads behind one, by their ids, and up to another; open to a side where there is none. */
export type LeadRange = {
  afterId?: string | undefined;
  untilId: string | null;
  /** Only few of those in it are looked at, so that nothing is gathered for all of them. */
  areFew?: boolean;
};

/** That a column with the ids of leads is within a range. */
export function isWithin(leadId: Column, { afterId, untilId }: LeadRange): SQL | undefined {
  return and(
    afterId === undefined ? undefined : gt(leadId, afterId),
    untilId === null ? undefined : lte(leadId, untilId),
  );
}

export const anybody: LeadRange = { untilId: null };

/**
 * The same for a query that is asked of each lead of the range. PostgreSQL may gather its rows once, and would gather those of
 * all leads for each range anew. SQLite always looks up one lead's, and would take the range for that lead instead.
 */
export function gatheredWithin(tables: Tables, leadId: Column, range: LeadRange): SQL | undefined {
  return isFile(tables) ? undefined : isWithin(leadId, range);
}
