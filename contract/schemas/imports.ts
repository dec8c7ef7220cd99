import { z } from "zod";
import { otherFile } from "../imports/otherFile.ts";
import { textEncodings } from "../imports/textEncodings.ts";
import { fieldKinds } from "../leads/customFields.ts";
import { importLimits } from "../limits/imports.ts";
import { leadLimits } from "../limits/leads.ts";
import { sheetLimits } from "../limits/sheet.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { cause, explained, id, plainPattern, plainText, timeMs } from "./fields.ts";
import { collectionName } from "./lead.ts";
import { customFieldInput, fieldKey, fieldKind } from "./leadFields.ts";
import { listOrder, numberOfUrl, pageSize } from "./lists.ts";

const importStates = ["read", "running", "undoing", "done", "cancelled", "failed", "undone"] as const;
export type ImportState = (typeof importStates)[number];

const columnNames = z
  .array(z.string().max(sheetLimits.cellCharactersMax), { error: issueText("columns_not_list") })
  .max(importLimits.columnsMax);

/** For each field the columns that may hold it; the first that is not blank in a row wins. */
const columnChoice = z.object(
  {
    firstName: columnNames,
    lastName: columnNames,
    email: columnNames,
    phone: columnNames,
    /** Whoever has a yes, a date or anything else that is no clear no here is imported opted out. */
    unsubscribed: columnNames,
    /** The other way round: whoever has a no or anything else that is no clear yes here is imported opted out. */
    subscribed: columnNames,
    /** Whether somebody agreed to being counted: a yes, a no or a date; anything else says nothing. */
    consent: columnNames.optional(),
  },
  { error: issueText("columns_missing") },
);
export type ColumnChoice = z.infer<typeof columnChoice>;

/** The values of a column that are neither a yes nor a no, should it be the one that is to say it. */
const unreadColumn = z.object({
  column: z.string(),
  /** In how many rows; of many different ones at least so many, as no more than `importLimits.unreadMax` are counted. */
  count: z.number().int(),
  /** The first different ones. */
  values: z.array(z.string()),
});
export type UnreadColumn = z.infer<typeof unreadColumn>;

/** What values mean that are neither a yes nor a no. */
export const unreadMeanings = ["unsubscribed", "subscribed"] as const;
const unreadMeans = z.enum(unreadMeanings, {
  error: issueText("unread_meaning_unknown", { choices: unreadMeanings }),
});

/** What a column's cells could be as a field of the workspace's own. */
const columnFit = z.object({
  column: z.string(),
  /** The kind that all of its cells are of. */
  kind: z.enum(fieldKinds),
  filled: z.number().int(),
  /** How many cells do not fit each kind; at least so many, where it is `importLimits.unfitMax`. */
  unfit: z.object({
    text: z.number().int(),
    number: z.number().int(),
    date: z.number().int(),
    yesNo: z.number().int(),
    /** Cells that are no e-mail address, should the column be the one of the addresses. */
    address: z.number().int(),
  }),
  /** Different cells, should they be choices; null where they are too many or too long for that. */
  values: z.array(z.object({ value: z.string(), count: z.number().int() })).nullable(),
});
export type ColumnFit = z.infer<typeof columnFit>;

const columnName = z.string({ error: issueText("columns_not_list") }).max(sheetLimits.cellCharactersMax);

/** A column that becomes a field that there is, by its key, or a new one; of a new choice its cells are the choices. */
const importField = z.union(
  [
    z.strictObject({ column: columnName, key: z.string().max(leadLimits.fieldKeyMax) }),
    z.strictObject({
      column: columnName,
      label: customFieldInput.shape.label,
      kind: fieldKind,
      newKey: fieldKey.optional(),
    }),
  ],
  { error: issueText("import_fields_invalid") },
);
export type ImportField = z.infer<typeof importField>;

const existing = z.enum(["update", "skip"], { error: issueText("existing_unknown") });

/** Which collection leads join; blank or "all" is none in particular. Not a union, which would not say what is wrong. */
const joinedCollection = z
  .string({ error: issueText("collection_name_missing") })
  .meta({ pattern: plainPattern })
  .transform((name, context) => {
    if (["", "all"].includes(name.trim().toLowerCase())) return "all";
    const read = collectionName.safeParse(name);
    if (read.success) return read.data;
    for (const { message } of read.error.issues) context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const someColumn = (field: "firstName" | "unsubscribed") => ({
  properties: { columns: { properties: { [field]: { minItems: 1 } } } },
});
const everybodyOf = { required: ["everybodyLeft"], properties: { everybodyLeft: { const: true } } };

/** What becomes of a file's rows; without a collection, or with "all", the leads join none in particular. */
export const importChoice = z
  .object(
    {
      columns: columnChoice
        .extend({ subscribed: columnNames.optional().default([]) })
        .refine((columns) => columns.email.length > 0, { error: issueText("no_leads_in_file") })
        .meta({ allOf: [{ properties: { email: { minItems: 1 } } }] }),
      collection: joinedCollection.optional().default("all"),
      existing,
      /** Columns that become fields of the workspace's own. A cell that does not fit costs its row nothing else. */
      fields: z
        .array(importField, { error: issueText("import_fields_invalid") })
        .max(leadLimits.fieldsMax, { error: issueText("fields_too_many", { max: leadLimits.fieldsMax }) })
        .optional(),
      /** Needed where the columns of `unsubscribed` or `subscribed` have values that are neither a yes nor a no. */
      unreadMeans: unreadMeans.optional(),
      /** Whether everybody in the file unsubscribed. Needed where its name says so and no column says who did. */
      everybodyLeft: z.boolean().optional(),
      /** A yes in a column of `consent` counts for leads too that denied it before, unless they did so by themselves. */
      overDenied: z.boolean().optional(),
    },
    { error: issueText("choice_missing") },
  )
  // Checked behind the schema, where the name of the file is known: it may ask for another answer than a name.
  .meta({ anyOf: [someColumn("firstName"), someColumn("unsubscribed"), everybodyOf] });
export type ImportChoice = z.infer<typeof importChoice>;

const importReport = z.object({
  added: z.number().int(),
  updated: z.number().int(),
  /** Rows whose address came earlier in the file, or is a lead already and was to be left alone. */
  skipped: z.number().int(),
  /** Of those added and updated, who is opted out by this file or by an earlier word of theirs. */
  optedOut: z.number().int(),
  rejected: z.number().int(),
  /**
   * Addresses that unsubscribed by the file, of rows that were rejected or have no name in a list of people who left:
   * nobody mails them, be they leads already or later.
   */
  rejectedOptouts: z.number().int(),
  /** How many of the rejected are right but did not fit the plan. */
  overPlan: z.number().int(),
  /** The first rejected rows, by the numbers that a spreadsheet program shows. */
  rejects: z.array(
    z.object({
      row: z.number().int(),
      /** What the row says, cut short. */
      text: z.string().optional(),
      ...explained,
    }),
  ),
  /** The first rows whose address came earlier in the file, which are among the skipped. Not there where none did. */
  repeated: z.array(z.object({ row: z.number().int(), text: z.string(), ...explained })).optional(),
  /** Cells that did not fit their field: their rows were taken without them. Not there where all did. */
  unfit: z.number().int().optional(),
  /** The first of them. */
  unfitCells: z.array(z.object({ row: z.number().int(), column: z.string(), ...explained })).optional(),
});
export type ImportReport = z.infer<typeof importReport>;

const fieldColumn = z.object({ column: z.string(), key: z.string() });

export const importJob = z
  .object({
    _id: z.string(),
    name: z.string(),
    state: z.enum(importStates),
    createdAt: timeMs,
    /** Empty for a CSV file. */
    sheets: z.array(z.string()),
    sheet: z.string().nullable(),
    /** What a CSV file is read in that is not UTF-8, nor says that it is UTF-16: as it seems to be, or was asked for. */
    encoding: z.enum(textEncodings).optional(),
    columns: z.array(z.string()),
    /** The first rows, each in the columns' order; only before the start. */
    preview: z.array(z.array(z.string())),
    /** The numbers of these rows as a spreadsheet program shows them; only before the start, and not in a list. */
    previewNumbers: z.array(z.number().int()).optional(),
    /** The row with the headings; null where there are none. */
    heading: z.number().int().nullable().optional(),
    /** The first rows as they stand, also above the headings; only before the start, and not in a list. */
    firstRows: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })).optional(),
    rowCount: z.number().int(),
    /** How many of these rows the sheet hides, as a filter does; left out where it hides none. */
    hiddenRows: z.number().int().optional(),
    /** Rows, columns or the ends of long cells were left out. */
    truncated: z.boolean(),
    guess: columnChoice,
    /** Whether the file's name says that its people left, as "cleaned" and "bounces" do. */
    leavers: z.boolean().optional(),
    /** The columns with values that would be asked about, if the column said who unsubscribed. */
    unread: z.array(unreadColumn),
    /** The same, if the column said who did not unsubscribe: there a blank, "" here, is no answer either. */
    unreadSubscribed: z.array(unreadColumn),
    /** Values that say nothing of a consent, if the column was of that; only before the start. */
    unreadConsent: z.array(unreadColumn).optional(),
    /** What each column could be as a field; only before the start, and not in a list. */
    fits: z.array(columnFit).optional(),
    /** Of a file of leads as it is downloaded here: the fields that its columns hold; only before the start. */
    exportedFields: z.array(fieldColumn).optional(),
    choice: z
      .object({
        fields: z.array(fieldColumn).optional(),
        columns: columnChoice,
        collection: z.string(),
        existing,
        unreadMeans: unreadMeans.optional(),
        everybodyLeft: z.boolean().optional(),
        overDenied: z.boolean().optional(),
      })
      .nullable(),
    /** Null before its turn and after its end. */
    progress: z
      .object({ phase: z.enum(["reading", "writing"]), done: z.number().int(), total: z.number().int() })
      .nullable(),
    report: importReport.nullable(),
    /** What went wrong and what to do about it, or why one that is running waits. */
    fault: z.string().nullable(),
    faultCause: cause.nullable(),
    /** Until when it can be undone; null where there is nothing to undo. */
    undoUntil: timeMs.nullable(),
  })
  .meta({ id: "ImportJob" });
export type ImportJob = z.infer<typeof importJob>;

/** What is said of a file that has arrived and cannot be read. */
export const unreadableFile = [
  "no_leads_in_file",
  "file_missing",
  "upload_unreadable",
  "upload_stalled",
  "file_type_unknown",
  "file_not_sheet",
  "file_is_page",
  "file_is_archive",
  "file_is_address_book",
  "file_protected",
  "file_broken",
  "file_heavy",
] as const;

/** The file's own name, as it is shown: no folders, and nothing that turns the direction of reading around. */
export const importUpload = z.object({
  name: plainText(textLimits.subjectMax, issueText("file_type_unknown"), issueText("file_name_too_long"))
    .transform((name) => name.replace(/^.*[/\\]/, "").replace(/\p{Bidi_Control}/gu, ""))
    .refine((name) => /\.(csv|xlsx?)$/i.test(name), {
      error: ({ input }) => issueText(otherFile(String(input)) ?? "file_type_unknown"),
    })
    .meta({ pattern: `${plainPattern.slice(0, -1)}\\.([Cc][Ss][Vv]|[Xx][Ll][Ss][Xx]?)$` }),
});

export const importLook = z.object({
  sheet: z.string().max(textLimits.subjectMax).optional(),
  /** How the letters of a CSV file are written, where it is read wrongly. */
  encoding: z
    .enum(textEncodings, { error: issueText("encoding_unknown", { choices: textEncodings }) })
    .optional(),
  /** The row that has the headings, or "none"; it is guessed where another sheet or encoding is asked for without it. */
  heading: z
    .union([z.literal("none"), numberOfUrl({ min: 1, max: importLimits.headingMax })], {
      error: issueText("heading_unknown", { max: importLimits.headingMax }),
    })
    .optional(),
});
export type ImportLook = z.infer<typeof importLook>;

/** A page of imports, from behind one. */
export const importsQuery = z.object({
  ...listOrder,
  state: z.enum(importStates).optional(),
  before: id.optional(),
  pageSize: pageSize.optional(),
});
export type ImportsQuery = z.infer<typeof importsQuery>;
