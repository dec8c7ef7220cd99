import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { type CollectionRow, countingCollections, joiningAll } from "./collections.ts";
import { allowCollections, countingLeads } from "./leads.ts";
import { addedAmong, type JudgedLead, type Known, type LeadsToWrite, writingLeads } from "./writingLeads.ts";

export type ImportRow = JudgedLead & {
  /** Their names in lower case. */
  collections: readonly string[];
};

type ImportBatch = {
  workspaceId: WorkspaceId;
  /** Each address at most once. */
  rows: readonly ImportRow[];
  /** A row for each collection that the leads name. Existing ones are left as they are. */
  collections: readonly CollectionRow[];
  now: number;
  consents: NonNullable<LeadsToWrite["consents"]>;
  /** Is given how many leads there would be, and undoes the whole batch by throwing; null if there is no limit. */
  allowLeads: ((counts: { leadCount: number; added: number }) => void) | null;
  /** The same for collections, called if some are added. */
  allowCollections: (collectionCount: number) => void;
};

export type RowOutcome = { id: string; outcome: "added" | "changed" | "unchanged" };
type ImportOutcome = {
  added: number;
  updated: number;
  /** What happened to an address of the batch. */
  outcomeOf(email: string): RowOutcome;
};

/** Writes many leads in one transaction. */
export function createLeadImportStore(database: Database) {
  const { tables } = database;
  return {
    /** Adds new addresses and updates known ones: the whole batch or nothing. */
    async write(batch: ImportBatch): Promise<ImportOutcome> {
      const { workspaceId, rows, now, consents, collections: fresh, allowLeads } = batch;
      const emailsByName = emailsOf(rows);
      const { known, written, joined, said } = await database.atomically(
        (write) => ({
          ...writingLeads(write, tables, { workspaceId, rows, ofKnown: "update", now, consents }),
          collectionsBefore: countingCollections(write, tables, workspaceId),
          joined: joiningAll(write, tables, { workspaceId, fresh, emailsByName }),
          leadCounts: countingLeads(write, tables, workspaceId),
          collectionsAfter: countingCollections(write, tables, workspaceId),
        }),
        (results) => {
          const added = addedAmong(results.written, rows).length;
          if (added > 0) allowLeads?.({ leadCount: results.leadCounts[0]?.count ?? 0, added });
          allowCollections({ allow: batch.allowCollections }, results);
        },
      );
      const added = addedAmong(written, rows).length;
      const changed = [joined, said].flat(2) as readonly { id?: string; leadId?: string }[];
      return {
        added,
        updated: rows.length - added,
        outcomeOf: outcomes({
          rows,
          known,
          changed: [...written.map(({ id }) => id), ...changed.map(({ id, leadId }) => id ?? leadId ?? "")],
        }),
      };
    },
  };
}

type Results = { rows: readonly ImportRow[]; known: readonly Known[]; changed: readonly string[] };

/** The lookup is built only when it is first used. */
function outcomes({ rows, known, changed }: Results): (email: string) => RowOutcome {
  let byEmail: Map<string, RowOutcome> | null = null;
  const made = () => {
    const ids = new Set(changed);
    const added = rows.map(({ email, id }) => [email, { id, outcome: "added" }] as const);
    const there = known.map(
      ({ email, id }) => [email, { id, outcome: ids.has(id) ? "changed" : "unchanged" }] as const,
    );
    return new Map<string, RowOutcome>([...added, ...there]);
  };
  return (email) => {
    byEmail ??= made();
    const found = byEmail.get(email);
    if (found === undefined) throw new Error("an address that was not of the batch");
    return found;
  };
}

/** The addresses that are to be in each collection, by its name. */
function emailsOf(rows: readonly ImportRow[]): Map<string, string[]> {
  const emailsByName = new Map<string, string[]>();
  for (const { collections, email } of rows) {
    for (const name of collections) {
      const emails = emailsByName.get(name);
      if (emails) emails.push(email);
      else emailsByName.set(name, [email]);
    }
  }
  return emailsByName;
}
