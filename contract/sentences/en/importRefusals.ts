import { unreadText } from "../../imports/unreadText.ts";
import type { ImportRefusals } from "../../reasons/imports.ts";
import { unread } from "../../texts/en/unread.ts";
import type { Sentences } from "../sentence.ts";
import { grouped } from "./words.ts";

/** What a call about an import is refused for; `imports.ts` tells of files and rows, which pages do too. */
export const importRefusals: Sentences<ImportRefusals> = {
  import_not_found: () => "There is no such import. It may have been deleted.",
  import_rejects_gone: () => "This import has no rejected rows, or they are no longer kept.",
  import_sheet_missing: () => "The file has no such sheet.",
  import_column_missing: ({ column }) => `The file has no column "${column}".`,
  imports_too_many: () => "Several of your imports wait for their turn. Start this one after them.",
  import_started: () => "This import was started already.",
  import_not_running: () => "This import is not under way.",
  import_not_undoable: () =>
    "This import cannot be undone: nothing of it is left to undo, or it ended more than a day ago.",
  import_running: () => "This import is under way.",
  import_kept: () => "This import has started. Cancel it or undo it instead.",
  imports_busy: () => "Too many imports wait at this moment. Please try again shortly.",
  imports_waiting: () => "Too many imports at once. Please wait until the others are done.",
  files_waiting: () => "Other files of yours are being read. Please wait until they are.",
  file_over_room: (room) =>
    `${roomText(room)}, and this one is larger. Split it into smaller files and import them one after the other.`,
  import_room_taken: (room) =>
    `${roomText(room)}, and those that are being uploaded or imported leave too little. Try again once they are done.`,
  values_unread: ({ columns }, { of }) => `${columns.map(of).join(" ")} Say with unreadMeans what they mean.`,
  column_unread: (column) => unreadText([column], unread),
  upload_stalled: () => "The upload stopped on its way. Please try again.",
  file_name_too_long: () => "The name of the file is too long",
  columns_not_list: () => "Each field is a list of columns",
  columns_missing: () => "columns says which columns hold which field",
  choice_missing: () => "Say which columns hold which field, and what becomes of leads that you have already",
  unread_meaning_unknown: ({ choices }) => `unreadMeans is ${choices.join(" or ")}`,
  leavers_unsaid: ({ file }) =>
    `The name of "${file}" says that its people unsubscribed, and no column says who did. Say with everybodyLeft whether that is so.`,
  existing_unknown: () => "existing is update or skip",
  import_not_text: () =>
    "Only a .csv file is read in another encoding: a workbook says itself how it is written",
  encoding_unknown: ({ choices }) => `encoding is one of ${choices.join(", ")}`,
  heading_unknown: ({ max }) => `heading is the number of a row up to ${max}, or none`,
};

function roomText({ megabytes, plan }: ImportRefusals["file_over_room"]): string {
  return `Files for imports may take ${grouped(megabytes)} MB together${plan === null ? "" : ` on the ${plan} plan`}`;
}
