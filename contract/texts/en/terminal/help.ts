import { grouped } from "../../../sentences/en/words.ts";
import { campaignHelp } from "./campaignHelp.ts";
import { mails } from "./mails.ts";
import { suppressions } from "./suppressions.ts";
import { verbHelp } from "./verbHelp.ts";
import { webhookHelp } from "./webhooks.ts";

/** What `--help` says: each command with its arguments and options. */
export const help = {
  webhooks: webhookHelp,
  accounts: {
    resume: "Let a stopped account send again",
    email: "its address; its identifier where two accounts have the same address",
    remove: "Remove an account; its campaigns pause",
    add: "Add a sending account; it is signed in to before it is saved",
    from: "the address that the mails come from",
    provider: "whose account it is",
    alias: 'the sender, its name one word: "Name <email>"',
    name: "what people see as the sender, in several words",
    passwordStdin: "read the app password from stdin",
    host: "the SMTP server (provider smtp)",
    port: "its port",
    security: "how it is encrypted",
    user: "the user name, where it is not the email",
    perDay: "at most this many mails in 24 hours",
    perMinute: "at most this many mails a minute",
    gap: "at least this many seconds between two mails, which then go one at a time; 0 for none",
    rampUp: "of a new mailbox: this many mails on the first day, and as many more each day",
    connections: "at most this many connections to an SMTP server at once",
  },
  groups: {
    accounts: "Accounts:",
    sending: "Sending:",
    leads: "Leads:",
    session: "Session:",
    templates: "Templates:",
    programs: "For programs and shells:",
    server: "On the server itself:",
    everyCommand: "Options of every command:",
    everyClient: "Options of every command that talks to a server:",
  },
  server: {
    serve: "Run the server",
    dev: "keep React's warnings and rebuild islands on start",
    role: "do only this on a PostgreSQL that several processes share: server, sender, worker",
    demo: "Run the server with sample data in a folder that is deleted when it stops",
    licences: "Show the third-party work in this program and its licences",
    move: "Move the data folder's database into the empty PostgreSQL that DATABASE_URL names",
    doctor: "Check the installation without changing anything",
    backup: {
      summary: "Back the database up into one file, even while the server runs",
      file: "a file that does not exist yet",
    },
    restore: {
      summary: "Replace the database with a backup; sending is paused",
      file: "what amplify backup made; none after a pg_restore",
    },
    users: {
      summary: "The people on this installation: their plans, roles and forgotten passwords",
      who: "who, by the address they signed up with",
      grant: "Give somebody a plan or a role; a running server follows at once",
      grantNothing: "error: say what to grant: --plan, --role, or both",
      plan: "the plan",
      role: "the role",
      list: "List everybody, by email",
      resetPassword: "Print a link with which somebody sets a new password, once and within 30 minutes",
      ask: "ask for the new password here instead",
      passwordStdin: "read the new password from stdin instead",
    },
  },
  ...campaignHelp,
  ...verbHelp,
  fields: {
    summary: "List the custom fields of your leads; add, edit, remove, restore",
    add: "Add a custom field",
    label: "what it is called",
    kind: "what its values are",
    key: "what merge fields call it (default: derived from the label)",
    choice: "one of its choices (kind choice); may be given several times",
    remove: "Remove a custom field; its values go with it ten minutes later",
    which: "its key",
  },
  segments: {
    summary: "List segments, which are saved questions about leads; show, add, edit, remove",
    show: "Show what a segment asks, how many leads it finds, and a few of them",
    add: "Save a question under a name: from a file, or of these conditions, all of which must hold",
    remove: "Remove a segment; its leads stay",
    name: "what it is called",
    file: "a question as JSON, as calls have it; - for stdin",
    collection: "in any of these collections",
    domain: "with an address of this domain",
    joined: "added in the last N days",
    opened: "opened a mail in the last N days",
    notOpened: "opened none in the last N days",
    clicked: "followed a link in the last N days",
    notSent: "were sent none in the last N days",
  },
  deliveries: {
    summary: "List what became of each recipient",
    state: "only these",
    reaction: "only those who did",
  },
  campaign: 'its name, its identifier, the beginning of either, or "last"',
  import: {
    summary: "Import leads from a .csv, .xls or .xlsx file",
    file: "needs a first name and an email column; - for stdin",
    collection: "the collection they join; created if it does not exist",
    sheet: "which sheet of a workbook (default: the one with addresses)",
    heading: "the row that has the headings, or none (default: where they seem to be)",
    encoding: "how a .csv file's letters are written, such as windows-1250 or shift_jis",
    existing: "what to do with leads that exist already",
    unsubscribed: "whoever has a yes or a date in this column is imported opted out",
    subscribed: "the other way round: whoever has a no in this column is",
    consent: "this column says who agreed to opens and clicks being counted",
    unread: "what a value of such a column means that is neither yes nor no",
    everybodyLeft: "everybody in the file unsubscribed or cannot be reached",
    notEverybody: "only those of whom a column says so did, whatever the file is called",
    field:
      'a column that becomes a field of your own: "Heading=key", "Heading=key:kind" for a new one; columns called as a field are taken by themselves',
    keepColumns: "every other column becomes a new field, of the kind its cells suggest",
    rejects: "write the rejected rows and their reasons to this CSV file; - for stdout",
    interrupt: "\nCtrl-C stops it; what is written stays. To take it back: amplify imports undo last",
  },
  imports: {
    undo: "Take an import back; opt-outs stay remembered",
    which: 'its identifier, the end of it, or "last"',
    interrupt: "\nCtrl-C stops only the watching; the server goes on undoing it.",
    summary: "List imports, newest first, or undo one for a day",
  },
  leads: {
    summary: "List leads, a page at a time; add, show, edit, remove, opt out, export",
    collection: "only this collection",
    search: "only leads whose name or email has this text",
    segment: "only leads that this segment finds",
    page: "which page",
  },
  consent: {
    summary: "Set whether a lead agreed to being counted",
    email: "the lead's address",
    consent: "what is known of it",
  },
  tracking: {
    summary: "Show or choose whose opens and clicks are counted",
    whom: "everybody's unless they declined, only those of people who agreed, or nobody's",
  },
  links: "List the links of a campaign with who followed them",
  keys: {
    summary: "List the API keys that programs use; add, revoke",
    list: "List the API keys that programs use",
    add: "Make a key; it is printed once and never again",
    revoke: "Revoke a key; it stops working at once",
    name: "which program it is for",
    which: "its name, its id, or the four characters that it ends in",
    scope: "what it may do: read, write, send (default: read)",
    collection: "limit it to these collections",
    account: "limit it to these sending accounts",
    address: "limit it to these addresses or ranges, such as 203.0.113.0/24",
    expires: "let it expire after N days",
    yes: "revoke without asking",
  },
  session: {
    login: "Sign in and keep it on this machine: by your browser, or with a password where an email is named",
    email: "whose password is asked for; left out, your browser is opened",
    passwordStdin: "read the password from stdin",
    logout: "Sign out, here and on the server",
    whoami: "Show who is signed in, and where",
  },
  mcp: {
    summary: "Serve an agent on this machine over stdin and stdout (Model Context Protocol)",
    example:
      "\nAn agent starts it by itself, as the command `amplify mcp`, and acts as whoever\nis signed in here or as the key in AMPLIFY_TOKEN. What sends is shown first and\ndone only after somebody has agreed to it.",
  },
  mail: mails.help,
  suppressions: suppressions.help,
  retry: {
    summary: "Try failed or uncertain ones again, and watch",
    failed: "those that failed",
    uncertain: "those whose outcome nobody knows; some may get the mail twice",
  },
  detach: "return as soon as the server has accepted it",
  wait: "keep watching while it is paused, or waits for you or for whoever joins, until it is finished or cancelled",
  send: {
    summary: "Send a template to a collection, and watch",
    template: "the template, by name or identifier; required",
    subject: "the subject; required; {{firstName}} and the like are filled in",
    collection:
      'whom to send to; needed unless there is a segment; "all" for every lead; may be given several times',
    from: "the sending account, by address or identifier; may be left out where there is only one, and be given several times",
    yes: "send without asking; required where nobody can be asked",
    test: "send one test mail to yourself instead; needs neither subject nor collection",
    opens: "count who opens it, whatever you have chosen for all sends",
    noOpens: "do not count who opens it",
    clicks: "count who follows its links, whatever you have chosen for all sends",
    noClicks: "do not count who follows its links",
    key: "an idempotency key: the same key never starts a second campaign",
  },
  sendRest: {
    summary: "Send the rest of a paused campaign from another account, and watch",
    from: "the account that sends it, by address or identifier; required",
  },
  steer: {
    pause: "Pause a campaign; mails under way still end",
    resume: "Go on with a paused campaign",
    cancel: "Stop a campaign for good; the rest is skipped",
  },
  templates: {
    add: "Save an HTML file, or a design (.json), as a new template",
    name: "what it is called",
    file: "its path, - for HTML on stdin; {{firstName}} and the like are filled in when it is sent",
  },
  watch: {
    summary: "Watch sends; Ctrl-C stops only the watching",
    campaign: 'its name, its identifier, the beginning of either, or "last"; else all that are running',
  },
  exitCodes: `
Exit codes:
  0    done; every mail was sent or skipped
  1    refused or failed, or the campaign was cancelled or its start taken back
  2    the command was used wrongly; nothing was done
  3    finished, but some recipients failed or some rows were rejected
  4    some outcomes are uncertain, or it is paused or waits for a variant to be chosen: a person must decide
  130  interrupted; a send that was accepted goes on`,
  program: `Amplify sends email campaigns from mailboxes of your own and keeps an honest ledger of them.

First steps:
  amplify login
  amplify import leads.csv --collection spring
  amplify send --template News --collection spring --subject "Spring news"`,
  help: "show this help",
  common: {
    server: "the server to talk to (default: where you signed in)",
    profile: "the profile to use; AMPLIFY_PROFILE does the same",
    json: "print one JSON object a line",
    plain: "print plain lines, no live view",
    noColor: "print without colour; NO_COLOR does the same",
  },
  version: "show the version",
  programHelp: "show help; also: amplify help <command>",
  helpCommand: "Show help for a command",
  wholeNumber: "It must be a whole number above zero.",
  gapSeconds: (most: number) => `It must be a number of seconds, at most ${grouped(most)}.`,
  seeHelp: "Run it with --help to see how it is used.",
  /** What is said of a command line itself, and the headings of help. */
  commandLine: {
    titles: { usage: "Usage:", arguments: "Arguments:", options: "Options:", commands: "Commands:" },
    placeholders: { options: "[options]", subcommand: "[command]", command: "<command>" },
    described: ({
      description,
      choices,
      byDefault,
    }: {
      description: string;
      choices: readonly string[] | null;
      byDefault: string | null;
    }) => {
      const more = [
        ...(choices === null ? [] : [`choices: ${choices.join(", ")}`]),
        ...(byDefault === null ? [] : [`default: ${byDefault}`]),
      ];
      return more.length === 0 ? description : `${description} (${more.join(", ")})`;
    },
    unknownOption: ({ option, meant }: { option: string; meant: readonly string[] }) =>
      `error: unknown option '${option}'${meant.length === 0 ? "" : `\n(${didYouMean(meant)})`}`,
    /** `known` are those that there are, where they are few enough to be told. */
    unknownCommand: ({
      command,
      meant,
      known,
      lists,
    }: {
      command: string;
      meant: readonly string[];
      known: readonly string[] | null;
      /** What lists when no subcommand is named. */
      lists: string | null;
    }) => {
      const all = lists === null ? "" : `; "${lists}" alone lists`;
      const others = known === null ? "" : `\n(There is: ${known.join(", ")}${all})`;
      return `error: unknown command '${command}'${meant.length === 0 ? others : `\n(${didYouMean(meant)})`}`;
    },
    missingArgument: (name: string) => `error: missing required argument '${name}'`,
    missingValue: (option: string) => `error: option '${option}' argument missing`,
    givenTwice: (option: string) => `error: option '${option}' takes one value and was given several`,
    tooManyArguments: ({
      command,
      expected,
      given,
    }: {
      command: string | null;
      expected: number;
      given: readonly string[];
    }) =>
      `error: too many arguments${command === null ? "" : ` for '${command}'`}. Expected ${expected} argument${expected === 1 ? "" : "s"} but got ${given.length}: ${given.join(", ")}.`,
    invalidOption: ({ option, value, why }: { option: string; value: string; why: string }) =>
      `error: option '${option}' argument '${value}' is invalid. ${why}`,
    invalidArgument: ({ argument, value, why }: { argument: string; value: string; why: string }) =>
      `error: command-argument value '${value}' is invalid for argument '${argument}'. ${why}`,
    allowed: (choices: readonly string[]) => `Allowed choices are ${choices.join(", ")}.`,
  },
};

function didYouMean(words: readonly string[]): string {
  return words.length === 1 ? `Did you mean ${words[0]}?` : `Did you mean one of ${words.join(", ")}?`;
}
