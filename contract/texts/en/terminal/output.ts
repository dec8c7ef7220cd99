import { amount, grouped } from "../../../sentences/en/words.ts";

/** How something is asked for that is not there, or is there several times. */
const finding = (one: string, several: string) => ({
  several: ({ text, count, ids }: { text: string; count: number; ids: string }) =>
    `"${text}" means ${count} ${several}; use the identifier of one of them: ${ids}.`,
  none: (text: string) => `There is no ${one} "${text}". See: amplify ${several}`,
  others: ({ text, names }: { text: string; names: string }) =>
    `There is no ${one} "${text}". There is: ${names}.`,
});

/** What commands print. */
export const output = {
  number: (count: number) => grouped(count),
  /** A long list never floods the terminal. */
  list: ({ shown, more }: { shown: readonly string[]; more: number }) =>
    more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${grouped(more)} more`,
  confirm: {
    ask: (question: string) => `${question} [y/N] `,
    isYes: (answer: string) => /^y(es)?$/i.test(answer),
  },
  find: {
    account: finding("account", "accounts"),
    campaign: finding("campaign", "campaigns"),
    collection: finding("collection", "collections"),
    folder: finding("folder", "templates folders"),
    import: finding("import", "imports"),
    image: finding("picture", "images"),
    segment: finding("segment", "segments"),
    sequence: finding("sequence", "sequences"),
    template: finding("template", "templates"),
    templateDetail: ({ version, isPublic }: { version: number; isPublic: boolean }) =>
      `version ${version}${isPublic ? ", public" : ""}`,
    whichAccount: (accounts: readonly string[]) =>
      `There are several accounts; name one by --from: ${accounts.join(", ")}`,
    sameAddress: ({ id, email, provider }: { id: string; email: string; provider: string }) =>
      `${id} (${email} by ${provider})`,
    nothingSent: "Nothing has been sent yet.",
    nothingImported: "Nothing has been imported yet.",
  },
  accounts: {
    none: (add: string) => `There is no account yet. Add one: ${add}`,
    removed: (email: string) => `${email} is removed.`,
    removedUnder: ({ name, remaining }: { name: string; remaining: number }) =>
      `${name} is paused, with ${amount(remaining, "mail")} left: no account sends them now.`,
    state: ({ email, state }: { email: string; state: string }) => `${email}: ${state}`,
    working: "working",
    limitReached: "limit reached",
    waits: (why: string) => `waits for you: ${why}`,
    rests: ({ until, why }: { until: string; why: string }) => `rests until ${until}: ${why}`,
    whatWaits: ({ email, why }: { email: string; why: string }) => `${email} needs your attention. ${why}`,
    newPassword: "Where the password changed, store the new one; the account goes on with it:",
    storePassword: (name: string) => `accounts edit ${name} --password-stdin`,
    onceFixed: "Otherwise, once that is fixed:",
    kept: ({ email, provider }: { email: string; provider: string }) =>
      `${email} is saved as an account of ${provider}, which could not be asked.`,
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
    replied: "REPLIED",
    name: "NAME",
    note: "NOTE",
    version: "VERSION",
    leads: "LEADS",
    file: "FILE",
    sent: "SENT",
    optedOut: "OPTED OUT",
    consent: "CONSENT",
    collections: "COLLECTIONS",
    people: "PEOPLE",
    clicks: "CLICKS",
    byPrograms: "BY PROGRAMS",
    link: "LINK",
    whose: "WHOSE",
    changed: "CHANGED",
    key: "KEY",
    kind: "KIND",
    choices: "CHOICES",
    finds: "FINDS",
  },
  campaigns: {
    none: "Nothing has been sent yet. See: amplify send --help",
    running: "Running",
  },
  fields: {
    none: (add: string) => `There is no custom field yet. Add one: ${add}`,
    added: ({ label, key }: { label: string; key: string }) => `${label} is added: {{${key}}} in mails.`,
    removed: (label: string) => `${label} is removed.`,
  },
  segments: {
    none: (add: string) => `There is no segment yet. Add one: ${add}`,
    broken: (why: string) => `Cannot be used: ${why}`,
    added: ({ name, found }: { name: string; found: string }) => `${name} is saved. ${found}`,
    removed: (name: string) => `${name} is removed; its leads stay.`,
  },
  deliveries: {
    none: "None.",
  },
  imports: {
    undone: ({ name, removed, asBefore }: { name: string; removed: number; asBefore: number }) => {
      const changed = `${grouped(asBefore)} as before${asBefore === 0 ? "" : ", unless somebody changed them since"}`;
      return `${name} is undone: ${amount(removed, "lead")} removed, ${changed}.`;
    },
    interrupted: (undo: string | null) =>
      `Interrupted: rows already written stay.${undo === null ? "" : ` To take it back: ${undo}`}`,
    row: ({ row, why }: { row: number; why: string }) => `row ${row}: ${why}`,
    ended: ({ rows, counts }: { rows: number; counts: string }) => `${amount(rows, "row")}: ${counts}`,
    cell: ({ row, column, why }: { row: number; column: string; why: string }) =>
      `row ${row}, ${column}: ${why}`,
    unfit: (count: number) =>
      `${grouped(count)} ${count === 1 ? "cell" : "cells"} did not fit the field; the rows were taken without.`,
    onlyFirst: (shown: number) => `Only the first ${shown} are shown; --rejects FILE.csv writes them out.`,
    noMeansOptedOut: (column: string) => `Whoever has a no in "${column}" is imported opted out.`,
    dropped: ({ columns, more }: { columns: readonly string[]; more: number }) =>
      `Not imported: ${columns.map((name) => `"${name}"`).join(", ")}${more === 0 ? "" : ` and ${grouped(more)} more`}. To keep ${columns.length === 1 ? "it as a field" : "them as fields"}: --keep-columns`,
    interruptedEmpty: "Interrupted; nothing was imported.",
    failed: "The import failed.",
    cancelledElsewhere: "The import was cancelled elsewhere.",
    truncated: ({ rows, columns }: { rows: number; columns: number }) =>
      `Only the first ${grouped(rows)} rows and ${columns} columns of a sheet are read: import the rest as a file of its own.`,
    rejectsIn: (path: string) => `The rejected rows are in ${path}; fix them there and import that file.`,
    plans: (server: string) => `Plans, and how to upgrade: ${server}/pricing`,
    none: "Nothing has been imported yet. See: amplify import --help",
    undoInterrupted: (imports: string) =>
      `Interrupted; the server goes on undoing it. To see how far it is: ${imports}`,
    notUndone: "The import was not undone.",
    states: {
      read: "Not started",
      waiting: "Waiting for its turn",
      running: "Running",
      undoing: "Being undone",
      done: "Done",
      cancelled: "Cancelled",
      failed: "Failed",
      undone: "Undone",
    },
  },
  leads: {
    optedOut: "yes",
    page: ({ count, page, pages }: { count: number; page: number; pages: number }) =>
      `${amount(count, "lead")}, page ${page} of ${pages}`,
  },
  consent: {
    unknown: "",
    granted: "granted",
    denied: "denied",
    set: ({ email, consent }: { email: string; consent: string }) => `Consent of ${email}: ${consent}`,
  },
  tracking: {
    off: "This installation counts neither opens nor clicks.",
    always: "Everybody's opens and clicks are counted, unless they declined.",
    granted: "Only opens and clicks of those whose consent is granted are counted.",
    never: "Nobody's opens and clicks are counted.",
  },
  links: {
    none: "The links of this campaign are not counted.",
  },
  session: {
    notEncrypted: (server: string) =>
      `Careful: ${server} is not encrypted, so your password can be read on the way.`,
    askEmail: "Email: ",
    nameEmail: "Name the email: amplify login EMAIL",
    askPassword: "Password: ",
    askNewPassword: "New password: ",
    passwordOnStdin: "Nobody can be asked here: give the password on stdin with --password-stdin.",
    signedIn: ({ server, email }: { server: string; email: string }) => `Signed in to ${server} as ${email}.`,
    notTold: (server: string) => `${server} did not confirm it; the session there ends by itself.`,
    signedOut: "Signed out.",
    nobody: "Nobody was signed in.",
    tokenStays: "AMPLIFY_TOKEN is set, so commands go on as whoever it belongs to until you unset it.",
    person: ({
      name,
      email,
      plan,
      isAdministrator,
      server,
    }: {
      name: string;
      email: string;
      plan: string | null;
      isAdministrator: boolean;
      server: string;
    }) =>
      `${name} <${email}>${plan === null ? "" : `, ${plan} plan`}${isAdministrator ? ", administrator" : ""}, at ${server}`,
  },
  /** What a send will do, to be read before saying yes; each line begins with a label of ten columns. */
  plan: {
    all: ({ recipients, total }: { recipients: number; total: number }) =>
      `To        ${howMany(recipients, total)} (all leads)`,
    collection: ({ recipients, total, name }: { recipients: number; total: number; name: string }) =>
      `To        ${howMany(recipients, total)} (the collection ${name})`,
    leftOut: ({ count, why }: { count: number; why: string }) => `Left out  ${grouped(count)}: ${why}`,
    from: ({ sender, provider }: { sender: string; provider: string }) =>
      `From      ${sender} by ${provider}`,
    subject: (subject: string) => `Subject   ${subject}`,
    template: (name: string) => `Template  ${name}`,
    lookAtIt: "a person must look at it",
    rests: ({ until, why }: { until: string | null; why: string }) =>
      `This account rests${until === null ? "" : ` until ${until}`}: ${why}`,
    leftToday: ({ count, last }: { count: number; last: string | null }) =>
      `This account may send ${grouped(count)} more within 24 hours${last === null ? "" : `; the last mail goes about ${last}`}.`,
    emptyTemplate: "This template is empty.",
    skipped: ({ why, emails }: { why: string; emails: string }) => `Skipped (${why}): ${emails}`,
  },
  ended: {
    seeAll: ({ count, command }: { count: number; command: string }) => `See all ${count}: ${command}`,
    goOn: (command: string) => `Go on with: ${command}`,
    choose: "The rest waits until you choose the better variant:",
    failed: "Those that failed can be tried again:",
    uncertain: "Uncertain mails may have arrived; whoever is tried again may get it twice:",
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
  sendRest: {
    /** The command, for a campaign whose account is gone. */
    command: (id: string) => `send-rest ${id} --from ACCOUNT`,
    next: (command: string) => `Send the rest: ${command}`,
    whichAccount: "Say which account sends the rest: --from ADDRESS.",
    goesFrom: ({ left, account }: { left: number; account: string }) =>
      left === 0
        ? `The mails that follow are sent from ${account}, each when it is due.`
        : `What is left, for ${amount(left, "lead")}, is sent from ${account}.`,
  },
  templates: {
    none: (add: string) => `There is no template yet. Add one: ${add}`,
    saved: (name: string) => `Saved as ${name}.`,
    public: "public",
    mine: "mine",
  },
  watch: {
    nothing: "Nothing is being sent just now.",
  },
};

function howMany(recipients: number, total: number): string {
  return recipients === total ? amount(total, "lead") : `${grouped(recipients)} of ${amount(total, "lead")}`;
}
