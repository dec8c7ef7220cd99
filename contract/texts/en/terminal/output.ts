import { amount, grouped } from "../../../sentences/en/words.ts";

/** What commands print. */
export const output = {
  accounts: {
    none: (add: string) => `There is no account yet. Add one: ${add}`,
    removed: (email: string) => `${email} is removed.`,
    connected: ({ email, provider }: { email: string; provider: string }) =>
      `${email} is connected by ${provider}.`,
    recipientsSee: (sender: string) => `Recipients see: ${sender}`,
    sayAlias: (email: string) =>
      `Say what people see as the sender: --name "Your name", or --alias "Name <${email}>"`,
    askName: "Sender's name, one word: ",
    askAppPassword: "App password: ",
    askPassword: "Password (empty for none): ",
    passwordOnStdin: "Nobody can be asked here: give the app password on stdin with --password-stdin.",
    passwordRequired: "Please enter the app password.",
  },
  columns: {
    email: "EMAIL",
    seenAs: "SEEN AS",
    by: "BY",
    today: "TODAY",
    state: "STATE",
    id: "ID",
    started: "STARTED",
    subject: "SUBJECT",
    result: "RESULT",
    opened: "OPENED",
    clicked: "CLICKED",
    name: "NAME",
    leads: "LEADS",
    file: "FILE",
    sent: "SENT",
    optedOut: "OPTED OUT",
    collections: "COLLECTIONS",
    people: "PEOPLE",
    clicks: "CLICKS",
    byPrograms: "BY PROGRAMS",
    link: "LINK",
    whose: "WHOSE",
    changed: "CHANGED",
  },
  campaigns: {
    none: "Nothing has been sent yet. See: amplify send --help",
    running: "Running",
  },
  deliveries: {
    none: "None.",
  },
  imports: {
    undone: ({ name, removed, asBefore }: { name: string; removed: number; asBefore: number }) =>
      `${name} is undone: ${amount(removed, "lead")} removed, ${grouped(asBefore)} as before.`,
    interrupted: (undo: string | null) =>
      `Interrupted: what is written stays.${undo === null ? "" : ` To take it back: ${undo}`}`,
    row: ({ row, why }: { row: number; why: string }) => `row ${row}: ${why}`,
    onlyFirst: (shown: number) => `Only the first ${shown} are shown; --rejects FILE.csv writes them out.`,
    noMeansOptedOut: (column: string) => `Whoever has a no in "${column}" is imported opted out.`,
    interruptedEmpty: "Interrupted; nothing was imported.",
    failed: "The import failed.",
    cancelledElsewhere: "The import was cancelled elsewhere.",
    truncated: ({ rows, columns }: { rows: number; columns: number }) =>
      `Only the first ${grouped(rows)} rows and ${columns} columns of a sheet are read: import the rest as a file of its own.`,
    rejectsIn: (path: string) => `The rejected rows are in ${path}; mend them there and import that file.`,
    plans: (server: string) => `Plans, and how to upgrade: ${server}/pricing`,
    none: "Nothing has been imported yet. See: amplify import --help",
    undoInterrupted: (imports: string) =>
      `Interrupted; the server goes on undoing it. To see how far it is: ${imports}`,
    notUndone: "The import was not undone.",
    states: {
      read: "Not started",
      running: "Running",
      undoing: "Being undone",
      done: "Done",
      cancelled: "Cancelled",
      failed: "Failed",
      undone: "Undone",
    },
  },
  leads: {
    page: ({ count, page, pages }: { count: number; page: number; pages: number }) =>
      `${amount(count, "lead")}, page ${page} of ${pages}`,
  },
  links: {
    none: "No link of this campaign is counted.",
  },
  session: {
    notEncrypted: (server: string) =>
      `Careful: ${server} is not encrypted, so your password can be read on the way.`,
    askEmail: "Email: ",
    nameEmail: "Name the email: amplify login EMAIL",
    askPassword: "Password: ",
    passwordOnStdin: "Nobody can be asked here: give the password on stdin with --password-stdin.",
    signedIn: ({ server, email }: { server: string; email: string }) => `Signed in to ${server} as ${email}.`,
    notTold: (server: string) => `${server} could not be told; the session there ends by itself.`,
    signedOut: "Signed out.",
    nobody: "Nobody was signed in.",
    administrator: ", administrator",
  },
  retry: {
    which: "Say which to try again: --failed, --uncertain, or both.",
  },
  send: {
    whichTemplate: "Say which template: --template NAME.",
    nothingSent: "Nothing was sent.",
    accepted: (count: number) => `Accepted for ${amount(count, "lead")}.`,
    watch: (command: string) => `Watch it: ${command}`,
    whichSubject: "Say what the subject is: --subject TEXT.",
    whichCollection: "Say whom to send to: --collection NAME, or --collection all.",
    nobody: (collection: string) => `There is nobody to send to: ${collection} has no leads.`,
    ask: (count: number) => `Send to ${amount(count, "lead")}?`,
    cannotAsk: "Nobody can be asked here: add --yes to send without a question. Nothing was sent.",
  },
  templates: {
    none: (add: string) => `There is no template yet. Add one: ${add}`,
    saved: (name: string) => `Saved as ${name}.`,
  },
  watch: {
    nothing: "Nothing is being sent just now.",
  },
};
