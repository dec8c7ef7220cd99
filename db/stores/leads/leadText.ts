import { and, asc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { FieldValues, StoredFields } from "../../../contract/leads/customFields.ts";
import type { Database } from "../../database.ts";
import type { JsonSql } from "../../json/dialectJson.ts";
import { jsonSqlOf } from "../../json/jsonSql.ts";
import { unforeseen } from "../../notLeading.ts";
import type { Tables } from "../../tables.ts";
import type { LeadRow } from "./searchText.ts";

type LeadTextBatch = { text: string; lastId: string };
type LeadTextQuery = {
  workspaceId: WorkspaceId;
  afterId: string;
  countMax: number;
  /** The owner's collections, which are few and the same for every batch. */
  nameById: ReadonlyMap<string, string>;
  /** Turns a lead's stored fields into what readers of the list get. */
  fieldsAs: (stored: StoredFields) => FieldValues;
};

type Naming = Pick<LeadTextQuery, "workspaceId" | "nameById" | "afterId"> & { lastId: string };

/**
 * The whole list as text. The database writes each lead's JSON and returns a batch in one piece: turning each row into an
 * object, and the object into text again, takes longer than everything else.
 */
export function createLeadTextStore({ read, tables }: Database) {
  const { leads, memberships } = tables;
  const json = jsonSqlOf(tables);
  const leadJson = json.object(pairsOf(tables, json));

  /** Read by collection, because that index has each collection's leads in the order of the list. */
  async function namesOfLeads({
    workspaceId,
    nameById,
    afterId,
    lastId,
  }: Naming): Promise<Map<string, string[]>> {
    const names = new Map<string, string[]>();
    if (nameById.size === 0) return names;
    const isInBatch = and(
      eq(memberships.workspaceId, workspaceId),
      gt(memberships.leadId, afterId),
      lte(memberships.leadId, lastId),
    );
    const rows = await read
      .select({ collectionId: memberships.collectionId, leadIds: json.joined(memberships.leadId, ",") })
      .from(memberships)
      .where(and(inArray(memberships.collectionId, [...nameById.keys()]), isInBatch))
      .groupBy(memberships.collectionId);
    for (const { collectionId, leadIds } of rows) {
      const name = nameById.get(collectionId) ?? "";
      for (const leadId of leadIds.split(",")) {
        const known = names.get(leadId);
        if (known) known.push(name);
        else names.set(leadId, [name]);
      }
    }
    return names;
  }

  return {
    /** The next leads after an id, as JSON objects separated by commas; null when there are no more. */
    async batchAfter({
      workspaceId,
      afterId,
      countMax,
      nameById,
      fieldsAs,
    }: LeadTextQuery): Promise<LeadTextBatch | null> {
      const batch = read
        .select({ id: leads.id, json: leadJson.as("json") })
        .from(leads)
        .where(and(eq(leads.workspaceId, workspaceId), gt(leads.id, afterId)))
        .orderBy(asc(leads.id))
        .limit(unforeseen(tables, countMax))
        .as("batch");
      // JSON contains no bare line feed, so one separates two leads and occurs nowhere else.
      const [row] = await read
        .select({ lines: json.joinedInOrder({ value: batch.json, separator: "\n", by: batch.id }) })
        .from(batch);
      const lines = row?.lines?.split("\n") ?? [];
      const lastId = idIn(lines.at(-1) ?? "");
      if (lastId === "") return null;
      const names = await namesOfLeads({ workspaceId, nameById, afterId, lastId });
      const texts = lines.map((line) => {
        const collection = names.get(idIn(line))?.sort() ?? [];
        return `${withLastValues(line, fieldsAs)},"collection":${JSON.stringify(collection)}}`;
      });
      return { text: texts.join(","), lastId };
    },
  };
}

/** The id comes first in a lead's JSON, and is never escaped because we created it. */
function idIn(line: string): string {
  const start = line.indexOf('"', '{"_id"'.length) + 1;
  return line.slice(start, line.indexOf('"', start));
}

/**
 * A lead's object without its closing brace. Its custom fields, which the database has by their ids, and its consent come
 * last. Their names cannot occur inside a text, whose quotes would be escaped. Nearly all leads have neither, and need no
 * parsing.
 */
function withLastValues(line: string, fieldsAs: LeadTextQuery["fieldsAs"]): string {
  for (const end of noLastValues) if (line.endsWith(end)) return `${line.slice(0, -end.length)},"fields":{}`;
  const start = line.search(fieldsName);
  const { fields, ...said } = JSON.parse(`{${line.slice(start + 1)}`) as LastValues;
  const consent = said.consentAt === null ? {} : said;
  return `${line.slice(0, start)},${JSON.stringify({ fields: fieldsAs(fields), ...consent }).slice(1, -1)}`;
}

type LastValues = Pick<LeadRow, "fields" | "consent" | "consentAt" | "consentHow">;

// PostgreSQL writes spaces after the comma and on both sides of the colon.
const noLastValues = [
  ',"fields":null,"consent":"unknown","consentAt":null,"consentHow":null}',
  ', "fields" : null, "consent" : "unknown", "consentAt" : null, "consentHow" : null}',
];
const fieldsName = /,\s?"fields"\s?:\s?/;

/** A lead as in the contract but without its collections: names and values in turn. */
function pairsOf({ leads: lead }: Tables, { bool, value }: JsonSql): SQL {
  return sql`'_id', ${lead.id}, 'firstName', ${lead.firstName}, 'lastName', ${lead.lastName}, 'email', ${lead.email}, 'phone', ${lead.phone}, 'optout', ${bool(lead.optout)}, 'emailCount', ${lead.emailCount}, 'openedCount', ${lead.openedCount}, 'createdAt', ${lead.createdAt}, 'fields', ${value(lead.fields)}, 'consent', ${lead.consent}, 'consentAt', ${lead.consentAt}, 'consentHow', ${lead.consentHow}`;
}
