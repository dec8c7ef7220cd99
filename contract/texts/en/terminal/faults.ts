import { amount } from "../../../sentences/en/words.ts";

const renewed = "Whoever runs the server has to renew it.";
const knowAuthority =
  "If you know whose it is, name the file of its authority (or of itself): NODE_EXTRA_CA_CERTS=FILE.pem";

/** Why a command was not done, and what to do next. */
export const faults = {
  stdinTooLong: "The text on stdin is too long.",
  interrupted: "Interrupted; nothing was done.",
  fileKept: ({ path, why }: { path: string; why: string }) => `${path} cannot be used: ${why}`,
  broke: (message: string) => `Something broke in this program: ${message}`,
  isAbout: (field: string) => `It is about ${field}.`,
  pageAnswered:
    "Something else answered: this is no Amplify server's address, or a network or a proxy wants you to sign in first. Look at it in a browser.",
  addAccount: (command: string) => `Add one: ${command}`,
  tryAgainIn: (time: string) => `Try again in ${time}.`,
  tooManyCalls: "Too many calls in a short time; try again in a minute.",
  plans:
    "Plans, and how to upgrade, are on the server's page /pricing. Whoever runs it can raise a plan: amplify users grant EMAIL --plan enterprise",
  diskFull: "The server's disk is full; nothing was lost. Make room there, then try again.",
  signIn: (command: string) => `Sign in: ${command}`,
  deadToken: (command: string) =>
    `AMPLIFY_TOKEN is neither a key nor a session of that server. Set another one, or unset it. Sign in: ${command}`,
  notSignedIn: (server: string) => `Nobody is signed in to ${server} here.`,
  notAddress: (text: string) => `"${text}" is not a server's address. It looks like https://mail.example.org`,
  noFile: (path: string) => `There is no file ${path}.`,
  htmlTooLarge: "The HTML is larger than 1 MB.",
  /** What somebody who knows the server can do about a certificate that is not trusted. */
  certificate: {
    ownSignature: knowAuthority,
    unknownAuthority: knowAuthority,
    expired: renewed,
    notYetValid: renewed,
    otherName: "Use the name that it was made for: --server URL.",
  },
  segments: {
    nothingAsked: "A segment asks something: give --file, or conditions such as --joined 30.",
    noQuestion: (path: string) =>
      `${path} holds no question. One is JSON such as { "match": "all", "of": [{ "about": "optedOut", "op": "no" }] }.`,
  },
  sheets: {
    otherType: (path: string) => `${path} is not a .csv, .xls or .xlsx file.`,
    csvTooLarge: (megabytes: number) => `A CSV file may have up to ${megabytes} MB. Import it in parts.`,
    workbookTooLarge: ({ workbook, csv }: { workbook: number; csv: number }) =>
      `A workbook may have up to ${workbook} MB. Save its sheet as a CSV file, which may have ${csv} MB.`,
    fieldForm: (text: string) => `--field "${text}" is not "Heading=key" or "Heading=key:kind".`,
    fieldKind: ({ kinds, given }: { kinds: readonly string[]; given: string }) =>
      `A field's kind is one of ${kinds.join(", ")}; "${given}" is none.`,
    otherKind: ({ key, kind }: { key: string; kind: string }) =>
      `The field "${key}" is of the kind ${kind}, and stays so.`,
    noField: ({ key, keys }: { key: string; keys: readonly string[] }) =>
      `There is no field "${key}". There is${keys.length === 0 ? " none yet." : `: ${keys.join(", ")}`}`,
    heading: ({ wanted, max }: { wanted: string; max: number }) =>
      `--heading is the number of a row up to ${max}, or none; not ${wanted}`,
    readAs: ({ sheet, heading }: { sheet: string | null; heading: number | null }) =>
      `${sheet === null ? "The file" : `The sheet "${sheet}"`} is read ${heading === null ? "without headings" : `with its headings in row ${heading}`}.`,
    encoding: ({ wanted, choices }: { wanted: string; choices: readonly string[] }) =>
      `--encoding is one of ${choices.join(", ")}; not ${wanted}`,
    lettersAs: (encoding: string) =>
      `The file is not UTF-8, and its letters are read as ${encoding}. If names come out wrong, take the import back and name another --encoding.`,
    hidden: (rows: number) =>
      `${amount(rows, "row")} that the sheet hides, by a filter for one, ${rows === 1 ? "is" : "are"} imported too.`,
    noSheets: (name: string) => `${name} has no sheets to choose from.`,
    noSheet: ({ name, wanted, sheets }: { name: string; wanted: string; sheets: readonly string[] }) =>
      `${name} has no sheet "${wanted}". It has: ${sheets.join(", ")}`,
    noColumn: ({ name, wanted, columns }: { name: string; wanted: string; columns: readonly string[] }) =>
      `${name} has no column "${wanted}". It has: ${columns.join(", ")}`,
    noEmailColumn: (columns: readonly string[]) =>
      `No column has a heading such as "Email", or addresses in its first rows. The first columns are: ${columns.join(", ")}`,
    noNameColumn: (columns: readonly string[]) =>
      `No column is called "First name" or "Name", and a lead has one. The first columns are: ${columns.join(", ")}`,
    leavers: (name: string) =>
      `The name of ${name} says that its people unsubscribed or cannot be reached, and no column says who did. Say it: --everybody-left opts them all out, --no-everybody-left does not.`,
    unread: (what: string) =>
      `${what} Say what they mean: --unread unsubscribed opts these people out, --unread subscribed does not.`,
  },
};
