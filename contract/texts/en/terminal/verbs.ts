import { amount, grouped } from "../../../sentences/en/words.ts";
import { movedTagsText, strayTagsText } from "../strayTags.ts";

/** What commands say that do something to one lead, collection, template or account. */
export const verbs = {
  noLead: (text: string) => `There is no lead "${text}". See: amplify leads --search TEXT`,
  whichLeads: "Say which leads: their addresses, or --collection, --search or --segment.",
  eitherLeads: "Name leads, or say what they have in common; not both.",
  fieldForm: (text: string) => `--field "${text}" is not "key=value".`,
  needsEmail: "Say one address: amplify leads add ADDRESS, or --email ADDRESS.",
  pageOrAll: "Say --page or --all; not both.",
  needsName: "A lead has a first and a last name: --first-name and --last-name.",
  nothingToChange: "Say what is to change; --help shows what can.",
  added: (email: string) => `${email} is added.`,
  saved: (email: string) => `${email} is saved.`,
  removed: (count: number) => `${amount(count, "lead")} removed.`,
  removedAtLeast: (count: number) =>
    count === 0
      ? "It broke off: some leads may be removed."
      : `${amount(count, "lead")} removed, or more: it broke off.`,
  bringBack: (command: string) => `To bring it back within some minutes: ${command}`,
  bringThemBack: (command: string) => `To bring them back, for some minutes: ${command}`,
  restored: ({ restored, replaced }: { restored: number; replaced: number }) =>
    replaced === 0
      ? `${amount(restored, "lead")} brought back.`
      : `${amount(restored, "lead")} brought back; ${grouped(replaced)} had been added again meanwhile, and stay so.`,
  askRemove: (count: number) => `Remove ${amount(count, "lead")}?`,
  askOptOut: (count: number) => `Opt out ${amount(count, "lead")}?`,
  cannotAsk: "Nobody can be asked here: add --yes to do it without a question. Nothing was done.",
  nothingDone: "Nothing was done.",
  nobody: "No lead is meant by that.",
  optedOut: (count: number) => `${amount(count, "lead")} opted out.`,
  optedIn: (email: string) => `${email} is opted in.`,
  joined: ({ count, name }: { count: number; name: string }) => `${amount(count, "lead")} put into ${name}.`,
  left: ({ count, name }: { count: number; name: string }) =>
    `${amount(count, "lead")} taken out of ${name}.`,
  written: (path: string) => `Written to ${path}.`,
  noNotes: "There are no notes.",
  noteAdded: "The note is kept.",
  noteRemoved: "The note is removed.",
  noNote: (text: string) => `There is no note "${text}" about this lead.`,
  leadLine: ({ name, email }: { name: string; email: string }) => `${name} <${email}>`,
  labelled: ({ label, value }: { label: string; value: string }) => `${label.padEnd(13)} ${value}`,
  labels: {
    id: "Identifier",
    phone: "Phone",
    collections: "Collections",
    optedOut: "Opted out",
    notKnown: "not known",
    since: ({ words, when, who }: { words: string; when: string; who: string }) =>
      `${words} since ${when}, ${who}`,
    because: ({ said, why }: { said: string; why: string }) => `${said}: ${why}`,
    returned: "Came back",
    consent: "Consent",
    sent: "Sent",
    opened: "Opened",
  },
  /** What somebody did with a mail, and when. */
  reactions: {
    opened: (at: string) => `opened ${at}`,
    clicked: (at: string) => `clicked ${at}`,
    replied: (at: string) => `replied ${at}`,
    complained: (at: string) => `complained ${at}`,
  },
  yes: "yes",
  no: "no",
  /** How much of a list was printed: programs that read it must not take a part for all of it. */
  part: ({ shown, total, more }: { shown: number; total: number | null; more: string }) =>
    `This is a part: ${total === null ? `the first ${grouped(shown)}` : `${grouped(shown)} of ${grouped(total)}`}. For all of it: ${more}`,
  fieldUnknown: ({ field, fields }: { field: string; fields: string }) =>
    `There is no field ${field}. There are: ${fields}`,
  noDirectory: ({ path, why }: { path: string; why: string }) => `${path} cannot be written: ${why}`,
  partWritten: ({ path, why }: { path: string; why: string }) => `${path} has only a part of it: ${why}`,
  partReceived: (path: string) =>
    `${path} has only a part of it: the connection to the server broke. Try again.`,
  emptyStdin: "There is nothing on stdin.",
  collectionAdded: (name: string) => `The collection ${name} is there.`,
  collectionRenamed: (name: string) => `It is called ${name} now.`,
  collectionRemoved: (name: string) => `The collection ${name} is removed; its leads stay.`,
  mergeBrokeOff: ({ from, into, again }: { from: string; into: string; again: string }) =>
    `Some leads, or all, may be in ${into} by now; the rest is still in ${from}, and nobody is lost. To go on: ${again}`,
  merged: ({ from, into, count }: { from: string; into: string; count: number }) =>
    `${from} is part of ${into} now, which has ${amount(count, "lead")}.`,
  templates: {
    noDesign: (name: string) => `${name} has no design; it is HTML only.`,
    hasDesign: (name: string) =>
      `${name} has a design that HTML would replace. Push a design (.json), or add --drop-design.`,
    noTemplate: (path: string) => `${path} is neither HTML nor a design.`,
    isMjml: (path: string) => `${path} is MJML. Push the HTML that is made from it.`,
    movedTags: movedTagsText,
    strayTags: strayTagsText,
    foreignTags: (count: number) =>
      `${count === 1 ? "1 field or link" : `${grouped(count)} fields and links`} of another product would be sent as written. To turn them into ours: --convert`,
    notJson: (path: string) => `${path} is no JSON.`,
    pushed: ({ name, version }: { name: string; version: number }) =>
      `${name} is saved as version ${version}.`,
    several: ({ name, count, push }: { name: string; count: number; push: string }) =>
      `You have ${count} templates called ${name} now, so only identifiers tell them apart. To save over one: ${push}`,
    renamed: (name: string) => `It is called ${name} now.`,
    removed: (name: string) => `${name} is removed.`,
    restored: (name: string) => `${name} is there again.`,
    copied: (name: string) => `Saved as ${name}.`,
    copyName: (name: string) => `${name} (copy)`,
    moved: ({ name, folder }: { name: string; folder: string | null }) =>
      folder === null ? `${name} is in no folder.` : `${name} is in ${folder}.`,
    published: (name: string) => `${name} is shared with everybody here.`,
    unpublished: (name: string) => `${name} is yours alone again.`,
    missing: (fields: readonly string[]) => `This lead has no value for ${fields.join(", ")}.`,
    unknown: (fields: readonly string[]) =>
      `No lead has such a field, so it stays as it is: ${fields.join(", ")}.`,
    folderAdded: (name: string) => `The folder ${name} is there.`,
    folderRemoved: (name: string) => `The folder ${name} is removed; its templates are in none.`,
    noFolders: "There is no folder yet.",
    labels: { version: "Version", folder: "Folder", size: "Size", design: "Design" },
    bytes: (bytes: number) => `${grouped(bytes)} bytes`,
    none: "none",
  },
  accounts: {
    tested: ({ email, message }: { email: string; message: string }) => `${email}: ${message}`,
    saved: (email: string) => `${email} is saved.`,
    labels: {
      provider: "By",
      sender: "Seen as",
      server: "Server",
      user: "User",
      state: "State",
      day: "Per day",
      minute: "Per minute",
      gap: "Gap",
      rampUp: "Ramp-up",
      connections: "Connections",
      today: "Sent today",
    },
    server: ({ host, port, security }: { host: string; port: number | null; security: string | null }) =>
      `${host}:${port ?? ""} (${security ?? ""})`,
    unlimited: "no limit",
    gap: (seconds: number) => `${amount(seconds, "second")} between two mails`,
    rampUp: ({ rampPerDay, today }: { rampPerDay: number; today: number | null }) =>
      `${grouped(rampPerDay)} more each day${today === null ? "" : `, ${grouped(today)} today`}`,
  },
  reading: {
    state: ({ email, state }: { email: string; state: string }) => `${email}: ${state}`,
    states: {
      off: "answers are not read",
      waiting: "answers will be read in a moment",
      reading: "answers are read",
    },
    resting: ({ why, clock }: { why: string; clock: string }) => `${why} Looked at again ${clock}.`,
    stopped: (why: string) => `answers are not read. ${why}`,
  },
  own: {
    since: (date: string) => `since ${date}`,
    labels: { plan: "Plan", leadsMax: "Leads", made: "Signed up" },
    held: ({ leads, templates, campaigns }: { leads: number; templates: number; campaigns: number }) =>
      `${amount(leads, "lead")}, ${amount(templates, "template")}, ${amount(campaigns, "campaign")}`,
    noPlans: "none; here everybody has everything",
    leadsMax: (max: number | null) => (max === null ? "no limit" : grouped(max)),
    ended: (device: string) => `Signed out of ${device}.`,
    endedAll: "Signed out everywhere.",
    noSession: (text: string) => `There is no session "${text}". See: amplify account sessions`,
    thisOne: "this one",
    device: "DEVICE",
    lastSeen: "LAST SEEN",
  },
  images: {
    none: (add: string) => `There is no picture yet. Add one: ${add}`,
    tooLarge: "The picture is too large.",
    added: ({ name, url }: { name: string; url: string }) => `${name}: ${url}`,
    described: (name: string) => `${name} is described.`,
    removed: (name: string) => `${name} is removed.`,
    restored: (name: string) => `${name} is there again.`,
    shows: "SHOWS",
    address: "ADDRESS",
    use: ({ used, max }: { used: number; max: number }) =>
      `${grouped(Math.ceil(used / 1024))} of ${grouped(Math.floor(max / 1024))} kB used`,
  },
  sandbox: {
    none: "The sandbox mailbox is empty.",
    noMail: (text: string) => `There is no mail "${text}". See: amplify sandbox`,
    emptied: "The sandbox mailbox is empty now.",
    from: "FROM",
    to: "TO",
    arrived: "ARRIVED",
  },
  things: {
    saved: (name: string) => `${name} is saved.`,
    restored: (name: string) => `${name} is there again.`,
  },
  sequenceLeads: {
    none: "No lead of this sequence matches.",
    deleted: "(deleted)",
    mail: "MAIL",
    state: "STATE",
    when: "WHEN",
    why: "WHY",
    states: {
      waiting: "waits",
      sending: "to be sent",
      uncertain: "uncertain",
      answering: "may still react",
      ended: "ended",
    },
  },
  optouts: {
    none: "Nobody has left by this campaign's mails.",
    reason: "REASON",
    words: "WORDS",
  },
  api: {
    unknown: ({ method, path, meant }: { method: string; path: string; meant: readonly string[] }) =>
      `There is no call ${method} ${path}.${meant.length === 0 ? "" : ` The nearest: ${meant.join(", ")}`}`,
    otherMethods: ({ path, methods }: { path: string; methods: readonly string[] }) =>
      `${path} takes ${methods.join(" and ")} only.`,
    queryForm: (text: string) => `-q "${text}" is not "name=value".`,
    notJson: (why: string) => `The body is no JSON: ${why}`,
    noBody: (call: string) => `${call} takes no body.`,
    tooLarge: (megabytes: number) => `The body is larger than ${megabytes} MB.`,
    binary: (type: string) =>
      `The answer is ${type}, which no terminal can show: add -o FILE, or -o - for a pipe.`,
  },
  profiles: {
    name: (text: string) =>
      `"${text}" is no profile's name: letters, digits, dots, dashes and underscores, up to 64, a letter or digit first.`,
    unknown: ({ name, names }: { name: string; names: readonly string[] }) =>
      `There is no profile "${name}". There is: ${names.join(", ")}`,
    used: (name: string) => `${name} is used from now on.`,
    removed: (name: string) => `The profile ${name} is forgotten.`,
    current: "in use",
    profile: "PROFILE",
    server: "SERVER",
    nobody: "nobody",
  },
};
