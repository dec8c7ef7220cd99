import { type AnyColumn, isNull, type SQL, sql } from "drizzle-orm";
import type { UserId } from "../../contract/identity/scope.ts";
import type { Consent, ConsentHow } from "../../contract/leads/consent.ts";
import type { FieldChoice, FieldKind, StoredFields } from "../../contract/leads/customFields.ts";
import type { SuppressionSource } from "../../contract/schemas/lead.ts";
import type { Question } from "../../contract/segments/question.ts";
import type { Kit } from "../kit/sqlite.ts";

export const leads = ({ table, text, int, bool, json, uniqueIndex, index, writesAllIndexes }: Kit) =>
  table(
    "leads",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      firstName: text().notNull(),
      lastName: text().notNull(),
      /** In its normal form; one lead per address and owner. */
      email: text().notNull(),
      phone: text().notNull(),
      /**
       * First and last name, e-mail and phone, folded: a search minds neither case nor accents. What people may also type
       * follows: a converted domain as it is read, and umlauts spelled out.
       */
      searchText: text().notNull(),
      /** The address as suppressions know it, so that many leads are opted out, or found suppressed, in one statement. */
      emailHash: text().notNull(),
      optout: bool().notNull(),
      emailCount: int().notNull(),
      openedCount: int().notNull(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
      /** Values of the workspace's own fields, by the fields' ids; null where there are none. */
      fields: json().$type<StoredFields>(),
      ...consentColumns({ text, int }),
    },
    (lead) => [
      uniqueIndex("leads_owner_email").on(lead.workspaceId, lead.email),
      index("leads_owner_id").on(lead.workspaceId, lead.id),
      // A search reads only this index; and as its text begins with the names, the index sorts by them too.
      index("leads_owner_search").on(lead.workspaceId, lead.searchText, lead.id),
      index("leads_owner_last_name").on(lead.workspaceId, inOrderOfLastNames(lead), lead.id),
      index("leads_owner_phone").on(lead.workspaceId, lead.phone, lead.id),
      index("leads_owner_optout").on(lead.workspaceId, lead.optout, lead.id),
      // Every mail changes it. Where that would write all the others too, whoever sorts by it waits for the sorting.
      ...(writesAllIndexes ? [] : [index("leads_owner_sent").on(lead.workspaceId, lead.emailCount, lead.id)]),
      index("leads_owner_opened").on(lead.workspaceId, lead.openedCount, lead.id),
      // Who joined lately; new rows stand at its end.
      index("leads_owner_created").on(lead.workspaceId, lead.createdAt, lead.id),
    ],
  );

/**
 * What leads are sorted by where it is by their last names: their folded text from there on, so that it minds neither case nor
 * accents. A folded letter is one letter, but for those that are spelled with two.
 */
export function inOrderOfLastNames({
  firstName,
  searchText,
}: Record<"firstName" | "searchText", AnyColumn>): SQL {
  const asFolded = spelledWithTwo.reduce(
    (text, [letter, two]) => sql`replace(${text}, ${sql.raw(`'${letter}', '${two}'`)})`,
    sql`${firstName}`,
  );
  return sql`substr(${searchText}, length(${asFolded}) + 2, 40)`;
}

/** As `foldedText` writes them; those that stand in first names, as each is looked for in every lead that is written. */
const spelledWithTwo = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["Æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
  ["Þ", "th"],
] as const;

/**
 * Whether a lead agreed to being counted, since when, how that was learnt, and from whom: the id of a person, an import
 * or an API key. `sayingConsent` writes all four at once, so that none is ever forgotten.
 */
function consentColumns({ text, int }: Pick<Kit, "text" | "int">) {
  return {
    consent: text<Consent>().notNull().default("unknown"),
    consentAt: int(),
    consentHow: text<ConsentHow>(),
    consentBy: text(),
  };
}

/** Which lead is in which collection. On SQLite the rows stand in the key itself (WITHOUT ROWID), so that each is kept once. */
export const memberships = ({ table, text, primaryKey, index }: Kit) =>
  table(
    "memberships",
    { workspaceId: text().notNull(), collectionId: text().notNull(), leadId: text().notNull() },
    (membership) => [
      primaryKey({ columns: [membership.workspaceId, membership.collectionId, membership.leadId] }),
      index("memberships_lead").on(membership.workspaceId, membership.leadId, membership.collectionId),
    ],
  );

export const collections = ({ table, text, int, uniqueIndex }: Kit) =>
  table(
    "collections",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      /** Trimmed and lowercase. */
      name: text().notNull(),
      createdAt: int().notNull(),
      /** How many leads are in it. The database keeps it by itself, in the commit that changes memberships. */
      leadCount: int().notNull().default(0),
    },
    (collection) => [uniqueIndex("collections_owner_name").on(collection.workspaceId, collection.name)],
  );

/** What a workspace wants to know of its leads beyond what every lead has. A deleted one waits to be brought back. */
export const customFields = ({ table, text, int, json, uniqueIndex, index }: Kit) =>
  table(
    "customFields",
    {
      /** Short, as it stands in each lead that has a value. */
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      /** What merge fields and calls name it by; it never changes. */
      key: text().notNull(),
      label: text().notNull(),
      kind: text<FieldKind>().notNull(),
      choices: json().$type<FieldChoice[]>().notNull(),
      position: int().notNull(),
      createdAt: int().notNull(),
      deletedAt: int(),
    },
    (field) => [
      uniqueIndex("custom_fields_key")
        .on(field.workspaceId, sql`lower(${field.key})`)
        .where(isNull(field.deletedAt)),
      index("custom_fields_owner").on(field.workspaceId, field.position),
    ],
  );

/** Questions about leads that a workspace keeps. A deleted one waits to be brought back. */
export const segments = ({ table, text, int, json, uniqueIndex, index }: Kit) =>
  table(
    "segments",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      question: json().$type<Question>().notNull(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
      deletedAt: int(),
    },
    (segment) => [
      uniqueIndex("segments_name")
        .on(segment.workspaceId, sql`lower(${segment.name})`)
        .where(isNull(segment.deletedAt)),
      index("segments_owner").on(segment.workspaceId),
    ],
  );

/** How many leads a person has: changed in the transaction that adds or removes them, since counting takes as long as a page. */
export const leadCounts = ({ table, text, int }: Kit) =>
  table("leadCounts", {
    workspaceId: text().primaryKey(),
    count: int().notNull(),
    /** How many it had before the first of the deletions that can still be undone: undoing them leads to no more. */
    keeps: int().notNull().default(0),
    /** When the last of these deletions can no longer be undone. */
    keepsUntil: int().notNull().default(0),
  });

/** Leads that were deleted a moment ago, kept as they were until the deletion can no longer be undone. */
export const deletedLeads = ({ table, text, int, bool, json, primaryKey, index }: Kit) =>
  table(
    "deletedLeads",
    {
      deletionId: text().notNull(),
      deletedAt: int().notNull(),
      id: text().notNull(),
      workspaceId: text().notNull(),
      firstName: text().notNull(),
      lastName: text().notNull(),
      email: text().notNull(),
      phone: text().notNull(),
      searchText: text().notNull(),
      emailHash: text().notNull(),
      optout: bool().notNull(),
      emailCount: int().notNull(),
      openedCount: int().notNull(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
      fields: json().$type<StoredFields>(),
      ...consentColumns({ text, int }),
    },
    (lead) => [
      primaryKey({ columns: [lead.deletionId, lead.id] }),
      index("deleted_leads_time").on(lead.deletedAt),
    ],
  );

/** Which collections the leads of `deletedLeads` were in. */
export const deletedMemberships = ({ table, text, int, primaryKey, index }: Kit) =>
  table(
    "deletedMemberships",
    {
      deletionId: text().notNull(),
      deletedAt: int().notNull(),
      workspaceId: text().notNull(),
      leadId: text().notNull(),
      collectionId: text().notNull(),
    },
    (membership) => [
      primaryKey({ columns: [membership.deletionId, membership.leadId, membership.collectionId] }),
      index("deleted_memberships_time").on(membership.deletedAt),
    ],
  );

/** What people of a workspace wrote down about a lead. They go with it, once its deletion can no longer be undone. */
export const leadNotes = ({ table, text, int, index }: Kit) =>
  table(
    "leadNotes",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      leadId: text().notNull(),
      authorId: text<UserId>().notNull(),
      text: text().notNull(),
      createdAt: int().notNull(),
    },
    (note) => [index("lead_notes_lead").on(note.workspaceId, note.leadId, note.id)],
  );

/**
 * Addresses whose leads were deleted after they had denied being counted: a lead that is added again is born with that
 * no. Written with the deletion, and gone where the lead that is deleted agreed by then.
 */
export const denials = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "denials",
    {
      workspaceId: text().notNull(),
      /** Keyed hash of the address in its normal form: the list holds no addresses. */
      emailHash: text().notNull(),
      deniedAt: int().notNull(),
      how: text<ConsentHow>().notNull(),
    },
    (denial) => [primaryKey({ columns: [denial.workspaceId, denial.emailHash] })],
  );

/** Addresses that must not be mailed. They outlive the lead, so a deleted and re-imported one stays out. */
export const suppressions = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "suppressions",
    {
      workspaceId: text().notNull(),
      /** Keyed hash of the address in its normal form: the list holds no addresses. */
      emailHash: text().notNull(),
      source: text<SuppressionSource>().notNull(),
      createdAt: int().notNull(),
      /**
       * Of a recipient's: when the owner opted the address out as well. The recipient takes back only their own word.
       */
      ownerAt: int(),
    },
    (suppression) => [primaryKey({ columns: [suppression.workspaceId, suppression.emailHash] })],
  );
