import type { OtherEncoding } from "../../../imports/textEncodings.ts";
import { amount, commandKey, grouped } from "../../../sentences/en/words.ts";
import type { Parts } from "../../language.ts";
import { exact } from "../exact.ts";

/** What is said where leads are imported. */
export const imports = {
  choose: {
    file: (isTouch: boolean) =>
      isTouch ? "Choose a spreadsheet" : "Drop a spreadsheet here, or choose a file",
    fileHint: ({
      types,
      csvMegabytes,
      workbookMegabytes,
    }: {
      types: string;
      csvMegabytes: number;
      workbookMegabytes: number;
    }) =>
      `${types}. A CSV file may have ${csvMegabytes} MB, a workbook ${workbookMegabytes} MB. You see what was read before anything is imported.`,
    paste: "Or paste rows",
    pasteExample: "First name, Email\nAnn, ann@example.com",
    pasteHint: ({ isApple, isTouch }: { isApple: boolean; isTouch: boolean }) =>
      `As copied from a spreadsheet, or one lead a line. Headings are not needed.${isTouch ? "" : ` ${commandKey(isApple)} V works anywhere in this window.`}`,
    read: "Read the pasted rows",
    reading: "Reading the rows",
    uploading: ({ sent, of }: { sent: string; of: string }) => `Uploading, ${sent} of ${of} MB`,
    wrongType: (types: string) => `Please choose a ${types} file`,
    empty: `${exact.noLeadsInFile}. It is empty.`,
    several: (count: number) =>
      `These are ${count} files. Import them one after the other, those of people who unsubscribed or bounced too.`,
    inParts: "Import it in parts.",
    asCsv: "Save its sheet as a CSV file, which may be larger.",
    tooLarge: ({ megabytes, advice }: { megabytes: number; advice: string }) =>
      `The file is larger than ${megabytes} MB. ${advice}`,
  },
  cancel: "Cancel",
  columns: {
    noLeads: exact.noLeadsInFile,
    chooseEmail: "Choose which column has the email addresses.",
    chooseFirstName: "A lead has a first name too: choose which column has them.",
    /** Others hold what no lead has a place for, and what nobody has asked to keep. */
    check: <N>({ file, rows, others }: { file: N; rows: number; others: readonly string[] }): Parts<N> => {
      const [one, ...more] = others;
      const lost =
        more.length > 0
          ? ` ${others.length} columns are left out unless you keep them.`
          : one === undefined
            ? ""
            : ` “${one}” is left out unless you keep it.`;
      return [file, ` has ${amount(rows, "row")}. Check what each column holds.${lost}`];
    },
    import: (rows: number) => `Import ${amount(rows, "row")}`,
    importFitting: "Import what fits",
    none: "None",
    orElse: ", or else ",
    truncated:
      "Only what is counted here was read: some rows or columns were left out. Import the rest as a file of its own.",
    hidden: (rows: number) =>
      `${amount(rows, "row")} that the sheet hides, by a filter for one, ${rows === 1 ? "is" : "are"} imported too. Where only what it shows is meant, copy that into a file of its own.`,
    sheet: "Sheet",
    letters: "Letters",
    lettersHint: "The file does not say how its letters are written. If names look wrong, choose another.",
    headings: "Headings",
    headingsIn: ({ row, text }: { row: number; text: string }) => `Row ${row}: ${text}`,
    noHeadings: "There are none",
    headingsNamed: "The columns are matched by what they seem to hold.",
    raw: "The file's first rows, as they stand",
    aboveHeadings: "above the headings, not imported",
    noEmail: (count: number) => `${amount(count, "row")} without an email`,
    notAddress: ({ count, isMore }: { count: number; isMore: boolean }) =>
      `${isMore ? "at least " : ""}${amount(count, "row")} with something that is not an email address`,
    noName: (count: number) => `${amount(count, "row")} without a first name`,
    willBeLeftOut: (what: string) =>
      `Left out: ${what}. The report lists each with its reason, and you can save them as a file.`,
    anotherFile: "Another file",
  },
  encodings: {
    "windows-1252": "Western European",
    "windows-1250": "Central European (Czech, Hungarian, Polish, Romanian)",
    "iso-8859-2": "Central European, not by Windows (ISO 8859-2)",
    "windows-1251": "Cyrillic (Russian, Ukrainian, Bulgarian, Serbian)",
    "koi8-r": "Cyrillic, not by Windows (KOI8-R)",
    "windows-1253": "Greek",
    "windows-1254": "Turkish",
    "windows-1255": "Hebrew",
    "windows-1256": "Arabic",
    "windows-1257": "Baltic (Estonian, Latvian, Lithuanian)",
    "windows-1258": "Vietnamese",
    "windows-874": "Thai",
    shift_jis: "Japanese (Shift JIS)",
    "euc-jp": "Japanese (EUC-JP)",
    gb18030: "Chinese, simplified (GB 18030)",
    big5: "Chinese, traditional (Big5)",
    "euc-kr": "Korean",
    macintosh: "Western European, by an old Macintosh",
    utf8: "All languages (UTF-8, broken in places)",
  } satisfies Record<OtherEncoding, string>,
  existing: {
    label: "Leads that you have already",
    update: "Update them with what the file has",
    skip: "Skip them: they stay as they are, but an opt-out counts",
  },
  firstLeads: {
    caption: "The first leads of the file",
    leftOut: "Left out: no first name or no email",
    nameless: "No name: only opted out",
    notAddress: "Left out: not an email address",
    /** Of an address that stands behind a name, or only in the link of a cell. */
    foundIn: (text: string) => `from “${text}”`,
  },
  row: "Row",
  fields: {
    firstName: "First name",
    lastName: "Last name",
    email: "Email",
    phone: "Phone",
    unsubscribed: "Unsubscribed",
    subscribed: "Subscribed",
    consent: "Consent to being counted",
  },
  consent: {
    unread: (what: string) => `${what} The consent of these leads stays as it is.`,
    overDenied: "A yes also counts for leads whose consent was denied, unless they denied it themselves",
  },
  everybody: {
    left: "Everybody in this file opted out or cannot be reached: none of them gets mail",
    byName:
      "The file's name says that its people unsubscribed or cannot be reached, and no column says who did.",
  },
  yes: "Yes",
  no: "No",
  earlier: {
    title: "Earlier imports",
    file: "File",
    when: "When",
    result: "Result",
    more: "More",
    detailsOf: (name: string) => `Details of ${name}`,
  },
  again: "Import another file",
  done: "Done",
  undo: {
    does: ({ added, updated }: { added: number; updated: number }) => {
      const effects = [
        ...(added > 0 ? [`deletes the ${amount(added, "lead")} that it added`] : []),
        ...(updated > 0
          ? [
              `gives the ${amount(updated, "lead")} that it changed what they had, unless somebody changed them since`,
            ]
          : []),
      ];
      return `This ${effects.join(", and ") || "takes back what it did"}. Opt-outs stay.`;
    },
    running: "Undoing the import",
    runningText: "The leads that it added go, and those it changed get back what they had.",
    until: (when: string) => `It can be undone as a whole until ${when}.`,
    word: "Undo the import",
    keep: "Keep it",
  },
  inBackground: (name: string) =>
    `${name} is imported in the background. You can close this window, and this page.`,
  close: "Close",
  failed: "The import failed.",
  stoppedWith: (counts: string) => `The import was stopped. ${counts}`,
  undone: "The import was undone.",
  rejected: {
    caption: "Rejected rows",
    reason: "Reason",
    text: "What the row says",
    mend: <N>({ first, save }: { first: string; save: N }): Parts<N> => [
      first,
      save,
      ", fix them there and import that file.",
    ],
    first: (count: number) => `The first ${grouped(count)} are shown. `,
    save: "Save the rejected rows as CSV",
  },
  repeated: {
    caption: "Rows whose address came earlier in the file",
    counted: "They are among the skipped.",
  },
  unread: {
    title: "What do these values mean?",
    sayIt: (what: string) => `${what} Say it before the import.`,
    goThere: "Say first what some values mean",
    unsubscribed: "They unsubscribed: these people get no mail",
    subscribed: "They did not unsubscribe: these people may get mail",
  },
  pasted: {
    file: "Pasted rows.csv",
  },
  fieldHints: {
    unsubscribed: "A yes or a date here: no mail.",
    subscribed: "A no here: no mail.",
    consent: "A yes here: opens and clicks may be counted. A no: they are not.",
  },
};
