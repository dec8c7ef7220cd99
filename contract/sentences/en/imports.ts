import type { ImportReasons } from "../../reasons/imports.ts";
import { exact } from "../../texts/en/exact.ts";
import type { Sentences } from "../sentence.ts";
import { grouped } from "./words.ts";

/** Why rows and files were not taken, and how imports ended. */
export const imports: Sentences<ImportReasons> = {
  name_or_email_missing: () => "First name or email is missing",
  first_name_missing: () => "First name is missing",
  last_name_not_text: () => "Last name is not text",
  last_name_too_long: () => "Last name is too long",
  name_too_long: ({ max }) => `A name has at most ${max} characters`,
  email_invalid: () => "This is not an email address",
  email_several: () => "These are several email addresses. Give each a row of its own",
  phone_not_text: () => "Phone number is not text",
  phone_too_long: () => "Phone number is too long",
  consent_unclear: () => "Whether this lead agreed to being counted is neither a yes nor a no",
  optout_unclear: () => "Whether this lead opted out is neither a yes nor a no",
  collections_not_names: () => "collection is a list of names",
  row_not_object: () => "A row is an object with firstName and email",
  row_over_plan: ({ plan, leadsMax }) => `The ${plan} plan holds ${leadsMax} leads, and this one is more`,
  row_repeated: ({ row }) => `Its address came earlier, in row ${row}, which took what it lacked from here`,

  // The specification's words.
  no_leads_in_file: () => exact.noLeadsInFile,
  file_type_unknown: () => "Choose a .csv, .xls or .xlsx file.",
  file_not_sheet: () =>
    "This file is not a spreadsheet. Save it as .xlsx or .csv in your spreadsheet program and upload it again.",
  file_is_page: () =>
    "This file is a web page or a text document, not a spreadsheet. Open it in your spreadsheet program, save it as .xlsx or .csv and upload it again.",
  file_is_archive: () =>
    "This is an archive. Unpack it and import its files one after the other, those of people who unsubscribed or bounced too.",
  file_is_address_book: () =>
    "This is an address book as vCard or LDIF. Export it as CSV instead, as Google Contacts, Outlook and Thunderbird do.",
  file_protected: () =>
    "This workbook is protected with a password. Remove the password in your spreadsheet program and upload it again.",
  file_broken: () =>
    "This file cannot be read. Open it in your spreadsheet program, save it again as .xlsx or .csv and upload it again.",
  file_heavy: () =>
    "This file takes too much time or memory to read. Save the sheet as .csv, or split it, and upload it again.",
  file_too_large: ({ megabytes }) =>
    `This file is larger than ${megabytes} MB. Split it into smaller files and import them one after the other.`,
  file_unfolds_too_large: () =>
    "This workbook unfolds to more than the import can take. Save the sheet with the leads as .csv, or split it, and upload it again.",
  files_busy: () => "Too many files are being imported at this moment. Please try again shortly.",
  server_stopping: () => "The server is shutting down. Please try again shortly.",

  plan_room_taken: () =>
    "Other leads kept filling up your plan while this file was imported. Import it again.",
  rows_over_plan: ({ plan, leadsMax, count }) => {
    const were = count === 1 ? "1 lead of the file was" : `${grouped(count)} leads of the file were`;
    return `The ${plan} plan holds ${grouped(leadsMax)} leads: ${were} not added. Upgrade the plan, or delete leads you no longer need, and import the rejected rows again.`;
  },
  undo_incomplete: () => "Not everything could be undone. Please undo it again.",
  import_interrupted: () =>
    "The server was stopped during this import, and it could not go on. What was written stays: undo it, or import the file again.",
};
