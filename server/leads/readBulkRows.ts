import { causeOfIssues, fieldOfIssues } from "../../contract/brokenRules.ts";
import type { FieldDefinition } from "../../contract/leads/customFields.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { type BulkAnswer, leadRow, leavingRow } from "../../contract/schemas/lead.ts";
import type { ImportRow } from "../../db/stores/leads/leadImports.ts";
import { inWords } from "../core/inWords.ts";
import { readFields, valuesIn } from "./leadFields.ts";

/** A lead as its row or rows have it, before it has an id. */
export type Draft = Omit<ImportRow, "id" | "emailHash" | "collections"> & { collections: string[] };

type Rejected = BulkAnswer["rejected"][number];
/** What was read of a row: the address that it is of, and the row that has it too and counts; or why it is refused. */
export type ReadRow = { email: string; first?: number } | { field?: string; rejected: Rejected };

type ReadRows = {
  /** In the order of their first rows; of very many, in that of the index by address, as whoever writes them keeps to it. */
  drafts: Draft[];
  skipped: number;
  rejected: Rejected[];
  /** Each row in its order. */
  rows: ReadRow[];
  /** Addresses of rejected rows, and of no others, whose owners opted out. */
  optouts: string[];
};

/** Gives way after each row, and reads none that are behind the first address that is one too many. */
export function* readingRows(
  rows: readonly unknown[],
  { draftsMax, definitions }: { draftsMax: number; definitions: readonly FieldDefinition[] },
): Generator<undefined, ReadRows> {
  const drafts = new Map<string, Draft>();
  const firsts = new Map<string, number>();
  const read: ReadRow[] = [];
  const left = new Set<string>();
  let skipped = 0;
  for (const [index, row] of rows.entries()) {
    if (drafts.size > draftsMax) break;
    yield;
    const result = leadRow.safeParse(row);
    const fields = result.success ? readFields(definitions, result.data.fields) : null;
    if (!result.success || !fields?.ok) {
      const cause = fields?.ok === false ? fields.reason : causeOfIssues(result.error?.issues ?? []);
      const field = fields?.ok === false ? `fields.${fields.key}` : fieldOfIssues(result.error?.issues ?? []);
      const rejected = { row: index + 1, reason: inWords(cause), cause };
      read.push({ ...(field ? { field } : {}), rejected });
      const leaving = leavingRow.safeParse(row);
      if (leaving.success && leaving.data.optout) left.add(leaving.data.email);
      continue;
    }
    const { collection, optout = false, consent = null, ...data } = result.data;
    const draft = { ...data, fields: valuesIn(fields.patch), collections: collection, optout, consent };
    const earlier = drafts.get(draft.email);
    const first = firsts.get(draft.email);
    read.push({ email: draft.email, ...(first === undefined ? {} : { first }) });
    if (earlier === undefined) {
      drafts.set(draft.email, draft);
      firsts.set(draft.email, index);
    } else {
      skipped += 1;
      fillFrom(earlier, draft);
    }
  }
  for (const [email, draft] of drafts) if (left.delete(email)) draft.optout = true;
  const rejected = read.flatMap((row) => ("rejected" in row ? [row.rejected] : []));
  const inOrder = drafts.size <= importLimits.inFileOrderMax ? [...drafts.values()] : byAddress(drafts);
  return { drafts: inOrder, skipped, rejected, rows: read, optouts: [...left] };
}

/** The first row of an address counts; what it lacks comes from the later ones. */
function fillFrom(draft: Draft, later: Draft): void {
  draft.lastName ||= later.lastName;
  draft.phone ||= later.phone;
  draft.optout ||= later.optout;
  // Of a yes and a no for one address the no counts.
  if (later.consent === "denied" || !draft.consent) draft.consent = later.consent ?? null;
  if (later.fields) draft.fields = { ...later.fields, ...draft.fields };
  draft.collections = [...new Set([...draft.collections, ...later.collections])];
}

/**
 * In the order of the index by address: written so, a batch touches few of its pages. The addresses themselves are
 * sorted, as a comparison of ours for each pair would hold everybody up for ten times as long.
 */
export function byAddress<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows.keys()].sort().flatMap((email) => rows.get(email) ?? []);
}
