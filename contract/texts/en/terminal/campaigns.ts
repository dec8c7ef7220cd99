import type { WinnerRule } from "../../../campaigns/usualTest.ts";
import type { StepCondition } from "../../../schemas/campaignPlan.ts";
import { amount, grouped } from "../../../sentences/en/words.ts";

const from = (names: readonly string[]) => names.join(", ");
const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const actionLabels = {
  start: "Start",
  takeBack: "Take back",
  winner: "Choose",
  decide: "Decide",
  resume: "Go on",
  move: "Move rest",
  cancel: "Stop",
};

/** What commands about campaigns print; a label at a line's beginning has ten columns. */
type ToldMail = {
  number: number;
  subject: string;
  after: string | null;
  variants: number;
  condition: StepCondition;
  sameThread: boolean;
};

/** `share` and `rest` are of a hundred leads; `mail` is null where there is one alone. */
type ToldTest = { mail: number | null; share: number; rest: number; after: string; by: WinnerRule };

/** Which variant the rest of the leads get. */
const winners: Readonly<Record<WinnerRule, string>> = {
  clicks: "the one with more clicks goes",
  opens: "the one that more people opened goes",
  replies: "the one with more replies goes",
  person: "you choose which goes",
};

function toWhom(condition: StepCondition): string {
  if (condition.kind === "clicked")
    return condition.link === null ? "followed a link" : `followed ${condition.link}`;
  return condition.kind === "notOpened" ? "did not open the one before" : "did not click in the one before";
}

export const campaigns = {
  none: "No campaign matches.",
  noneYet: "Nothing has been sent yet. See: amplify send --help",
  states: {
    draft: "Draft",
    scheduled: "Scheduled",
    holding: "Held back",
    starting: "Starting",
    running: "Running",
    paused: "Paused",
    cancelled: "Cancelled",
    finished: "Finished",
  },
  columns: {
    progress: "PROGRESS",
    part: "MAIL",
    zone: "CLOCK OF",
    of: "OF",
    what: "WHAT",
    when: "WHEN",
    who: "WHO",
    count: "MAILS",
    domain: "TO",
  },
  show: {
    title: ({ name, id }: { name: string; id: string }) => `${name}  (${id})`,
    noName: "(no name)",
    state: (state: string) => `State     ${state}`,
    done: (time: string) => `Done      probably ${time}`,
    sequence: (mails: number) => `Sequence  ${amount(mails, "mail")} one after the other`,
    from: (accounts: readonly string[]) => `From      ${from(accounts)}`,
    subject: (subject: string) => `Subject   ${subject}`,
    audience: {
      to: (names: string) => `To        ${names}`,
      everyone: "everyone",
      picked: "leads picked by hand",
      gone: "something that is gone",
      more: (count: number) => `${grouped(count)} more`,
      after: {
        opened: "whoever did not open an earlier one",
        clicked: "whoever did not click in an earlier one",
      },
    },
    result: (result: string) => `Sent      ${result}`,
    answers: ({ replied, complained }: { replied: number; complained: number }) =>
      `Answers   ${[
        ...(replied === 0 ? [] : [`${grouped(replied)} replied`]),
        ...(complained === 0 ? [] : [`${grouped(complained)} complained`]),
      ].join(", ")}`,
    archived: "Archived",
    moveHeld: ({ id, from }: { id: string; from: string }) =>
      `campaigns move ${id} --from ${from} --to ACCOUNT`,
    held: ({ from, mails, why, move }: { from: string; mails: number; why: string; move: string }) =>
      `Waits     ${mails === 0 ? "" : `${amount(mails, "mail")} of `}${from}: ${why}\n          ${move}`,
    nothing: "There are no mails of it yet.",
    each: (count: number) => (count === 1 ? "A bar is a mail:" : `A bar is about ${grouped(count)} mails:`),
    bySums: "Bars of each kind in proportion to its share:",
    mailStages: {
      waiting: (count: number) => `${grouped(count)} to come`,
      skipped: (count: number) => `${grouped(count)} left out`,
      failed: (count: number) => `${grouped(count)} failed`,
      uncertain: (count: number) => `${grouped(count)} uncertain`,
      sent: (count: number) => `${grouped(count)} sent`,
      opened: (count: number) => `${grouped(count)} opened`,
      clicked: (count: number) => `${grouped(count)} clicked`,
    },
    parts: "By mail and account:",
    mail: ({ step, variant }: { step: number; variant: string | null }) =>
      variant === null ? `${step}` : `${step}${variant}`,
    awaitsWinner: "Waiting",
    asksForWinner: "Asks",
    domains: "By the recipient's domain:",
    others: (count: number) => `and ${grouped(count)} more`,
    plots: ({ since, until }: { since: string; until: string }) => `From ${since} to ${until}:`,
    plot: { sent: "Sent", opened: "Opened", clicked: "Clicked" },
    causes: "Why mails did not arrive:",
    otherAnswers: "other answers of this kind",
    retry: "Those of one cause can be tried again:",
    activity: "What was done with it:",
    activityMore: (command: string) => `All of it: ${command}`,
  },
  /** What can be done next; a label has ten columns, as those of what is shown above it. */
  actions: {
    line: ({ action, command }: { action: keyof typeof actionLabels; command: string }) =>
      `${actionLabels[action].padEnd(10)}${command}`,
    start: (id: string) => `campaigns start ${id}`,
    takeBack: (id: string) => `campaigns undo ${id}`,
    winner: (id: string) => `campaigns winner ${id}`,
    decide: (id: string) => `campaigns uncertain ${id}`,
    resume: (id: string) => `campaigns resume ${id}`,
    move: (id: string) => `campaigns move ${id} --to ACCOUNT`,
    cancel: (id: string) => `campaigns cancel ${id}`,
  },
  renamed: (name: string) => `It is called ${name} now.`,
  duplicated: (id: string) => `Copied as a draft: ${id}`,
  startIt: (command: string) => `Start it: ${command}`,
  archived: "It is in the archive.",
  unarchived: "It is out of the archive.",
  bringBack: (command: string) => `To bring it back within some minutes: ${command}`,
  takenBack: "Its start is undone; it is a draft again.",
  undone: "It is undone: nothing was sent, and it is gone.",
  restored: "The draft is there again.",
  noActivity: "Nothing has been done with it yet.",
  winner: {
    noTest: "None of its mails has variants.",
    won: "goes to the rest",
    waits: (mails: number) =>
      `${amount(mails, "mail")} ${mails === 1 ? "waits" : "wait"} for the better one.`,
    choose: (command: string) => `Choose one yourself: ${command}`,
    chosen: (name: string) => `${name} goes to the rest.`,
    unknown: ({ named, names }: { named: string; names: readonly string[] }) =>
      `There is no variant "${named}". There are: ${names.join(", ")}`,
  },
  uncertain: {
    none: "None of its mails is uncertain.",
    decide: (command: string) => `Say what became of them, also failed or again: ${command}`,
    unknown: (address: string) => `No mail to ${address} is uncertain. Nothing was decided.`,
  },
  compare: {
    howMany: (max: number) => `Name two to ${max} campaigns.`,
    without: (why: string) => `${why} The others are compared.`,
    failed: "FAILED",
    notCounted: "-",
    share: ({ count, percent }: { count: number; percent: number }) =>
      `${grouped(count)} (${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %)`,
  },
  whichCause: "Say which cause: --cause CODE, or --failed, --uncertain.",
  whichAccount: "Say which account sends it: --to ADDRESS.",
  review: {
    to: ({ recipients, total }: { recipients: number; total: number }) =>
      `To        ${recipients === total ? amount(total, "lead") : `${grouped(recipients)} of ${amount(total, "lead")}`}`,
    leftOut: ({ count, why }: { count: number; why: string }) => `Left out  ${grouped(count)}: ${why}`,
    mail: ({ number, subject, after, variants, condition, sameThread }: ToldMail) =>
      [
        `Mail ${number}    ${subject === "" ? "(no subject yet)" : subject}`,
        ...(variants > 1 ? [`${variants} variants`] : []),
        ...(after === null ? [] : [`${after} later`]),
        ...(condition.kind === "always" ? [] : [`to whoever ${toWhom(condition)}`]),
        ...(sameThread ? ["in the same thread"] : []),
      ].join(", "),
    starts: ({ time, zone }: { time: string; zone: string }) => `Starts    ${time} (${zone})`,
    window: ({
      days: on,
      from: begin,
      to,
      zone,
      byLead,
      isSpread,
    }: {
      days: readonly number[];
      from: string;
      to: string;
      zone: string;
      byLead: boolean;
      isSpread: boolean;
    }) =>
      `Window    ${daysText(on)} ${begin}-${to} (${byLead ? `each lead's zone, else ${zone}` : zone})${isSpread ? ", spread over it" : ""}`,
    preview: (text: string) => `Preview   ${text}`,
    test: ({ mail, share, rest, after, by }: ToldTest) =>
      [
        `Test      ${share} in 100 leads get each variant${mail === null ? "" : ` of mail ${mail}`}`,
        rest > 0 ? `${after} later ${winners[by]} to the rest` : "no others are left for the better one",
      ].join("; "),
    forecast: (text: string) => `Forecast  ${text}`,
    undo: (seconds: number) => `Undo      for ${seconds} s after the start`,
    days: (count: number) => amount(count, "day"),
    hours: (count: number) => amount(count, "hour"),
    minutes: (count: number) => amount(count, "minute"),
    ask: (count: number) => `Send to ${amount(count, "lead")}?`,
    askPlanned: ({ count, time }: { count: number; time: string }) =>
      `Send to ${amount(count, "lead")}, from ${time} on?`,
    cannotStart: (why: readonly string[]) => `This cannot start yet: ${why.join("; ")}`,
    cannotAsk: "Nobody can be asked here: add --yes to start without a question. Nothing was sent.",
  },
  started: {
    planned: (time: string) => `It starts ${time} by this machine's clock.`,
    held: (seconds: number) => `Held back for ${seconds} s.`,
    takeBack: (command: string) => `To take it back: ${command}`,
    watch: (command: string) => `Watch it: ${command}`,
  },
  compose: {
    momentUnread: (text: string) =>
      `--at "${text}" is not a time. It looks like "tomorrow 9:00", "monday 14:30", "2026-11-24 09:00" or "in 2 hours".`,
    momentPast: ({ text, zone }: { text: string; zone: string }) =>
      `--at "${text}" is already past in ${zone}.`,
    zoneUnknown: (text: string) => `--zone "${text}" is not a time zone. It looks like Europe/Berlin.`,
    windowUnread: (text: string) =>
      `--window "${text}" is not a window. It looks like "mon-fri 9:00-17:00"; days may be left out.`,
    needsWindow: (option: string) => `${option} is about the hours of a --window. Say which.`,
    needsVariants:
      "--try-share, --winner-by and --winner-after are about variants that are tried. Name one: --or-subject TEXT or --or-template NAME.",
    tooManyVariants: (max: number) => `At most ${max} variants can be tried, the first one among them.`,
    winnerAfterUnread: (text: string) =>
      `--winner-after "${text}" is not a time. It looks like "30 minutes", "4 hours" or "2 days".`,
    winnerAfterBeyond: (days: number) =>
      `--winner-after takes a minute or more, and at most ${amount(days, "day")}.`,
    shareBeyond: "--try-share is a share of 100 leads: a number from 1 to 100.",
    undoSeconds: (max: number) => `--undo takes whole seconds from 1 to ${max}.`,
    mailedDays: (max: number) => `--exclude-mailed takes whole days from 1 to ${max}.`,
    noKey: "--key is for a send at once; what is composed here is created and started in one go.",
    whom: "Say whom to send to: --collection NAME, --collection all, or --segment NAME.",
  },
  sequences: {
    none: (example: string) => `There is no sequence yet. To begin one: ${example}`,
    notJson: (path: string) => `${path} is not JSON.`,
    tooLarge: (path: string) => `${path} is too large for a sequence.`,
    wrong: ({ path, where, why }: { path: string; where: string; why: string }) =>
      where === "" ? `${path}: ${why}` : `${path}, ${where}: ${why}`,
    added: ({ name, id, mails }: { name: string; id: string; mails: number }) =>
      `${name} is created, with ${amount(mails, "mail")}: ${id}`,
    unknownKey: (key: string) => `"${key}" means nothing here`,
    lacking: "it is missing",
    from: "it is an account, or a list of accounts",
    if: 'it is "always", "notOpened", "notClicked", or {"kind": "clicked", "link": "https://…"}',
    kinds: {
      string: "it has to be a text",
      array: "it has to be a list",
      object: "it has to be an object",
      boolean: "it has to be true or false",
      number: "it has to be a number",
    } as Readonly<Partial<Record<string, string>>>,
    testTime: 'a time is written as "30 minutes", "4 hours" or "2 days", of 14 days at most',
    delay: 'a time is written as "30 minutes", "2 hours", "3 days" or "1 week", of a year at most',
  },
};

/** "Mon-Fri", or days one by one where they are no span. */
function daysText(on: readonly number[]): string {
  const [first = 1] = on;
  const last = on.at(-1) ?? first;
  const name = (day: number) => days[day - 1] ?? "";
  const isSpan = on.length > 2 && last - first === on.length - 1;
  return isSpan ? `${name(first)}-${name(last)}` : on.map(name).join(", ");
}
