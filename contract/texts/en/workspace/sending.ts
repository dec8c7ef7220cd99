import { amount, grouped } from "../../../sentences/en/words.ts";
import type { Parts } from "../../language.ts";

/** What the windows say in which something is sent. */
export const send = {
  from: "From",
  senderBy: ({
    sender,
    provider,
    withPermission,
  }: {
    sender: string;
    provider: string;
    withPermission: boolean;
  }) => `${sender} (${provider}${withPermission ? " with permission to send" : ""})`,
  pausedAccount: (name: string) => `${name} (paused)`,
  leftToday: ({ left, max }: { left: number; max: number }) =>
    `${grouped(left)} of ${grouped(max)} left today`,
  leftOf: ({ name, left }: { name: string; left: string }) => `${name}, ${left}`,
  lead: {
    hint: "Type a name, an address or a phone number.",
    looking: "Looking…",
    more: (count: number) => `${grouped(count)} more: type to find them.`,
    nobody: "Nobody found.",
  },
  plan: {
    checkAgain: "Check again",
    mayBeOld: "The server does not answer, so this may be old.",
    skipped: ({ count, why }: { count: number; why: string }) => `${grouped(count)} will be skipped: ${why}.`,
    showAll: (count: number) => `Show all ${grouped(count)}`,
    tooMany:
      "There are more leads than can be listed here. Choose a collection, or all of them, to see who is left out.",
    overPlan: (count: number) =>
      `${amount(count, "lead")} more than your plan holds would be mailed with a larger one.`,
    worthALook: "Worth a look",
    leftToday: (count: number) => `The account may send ${count} of them today. `,
    lastAt: ({ today, when }: { today: string; when: string }) =>
      `${today}By its limits the last one goes about ${when}.`,
  },
  yourAccounts: "Your accounts",
  sendTo: (count: number) => `Send to ${grouped(count)}`,
  sending: "Sending…",
  held: {
    goesIn: (count: number) => `Goes out in ${amount(count, "second")}`,
    undo: "Undo",
    offeredFor: "Undo is offered for",
    span: (seconds: number) => (seconds < 120 ? amount(seconds, "second") : amount(seconds / 60, "minute")),
    /** For whoever does not see the seconds run down beside the button. */
    readOut: (span: string) => `It goes out in ${span}. Until then Undo takes it back, under Activity.`,
    undone: "Undone: nothing was sent.",
  },
  composeInstead: "Follow-ups, a start time, several accounts or an A/B test?",
  cancelledSince:
    "This send had been accepted before its answer was lost, and it was cancelled since, so nothing goes out. Press again to send it once more.",
  recipients: {
    picked: (count: number) => amount(count, "selected lead"),
    everybody: ({ count, collection }: { count: number; collection: string | null }) =>
      `${count === 1 ? "the 1 lead" : `all ${grouped(count)} leads`}${collection === null ? "" : ` in ${collection}`}`,
    found: ({ count, isNarrowed, leftOut }: { count: number; isNarrowed: boolean; leftOut: number }) => {
      const found = isNarrowed ? " that were found" : "";
      if (count === 1) return `the 1 lead${isNarrowed ? " that was found" : ""}`;
      return leftOut === 0
        ? `all ${grouped(count)} leads${found}`
        : `${grouped(count)} leads${found}, ${grouped(leftOut)} left out`;
    },
    /** What a search or a filter finds; null while that is not known. */
    selectFirst: (found: number | null) =>
      found === 0
        ? "Your search or filter finds nobody, so there is nobody to send to. Clear it, or look for others."
        : "Select the leads to send to in the table first.",
    nobody: "There is nobody here to send to. Add or import leads first.",
    to: <N>(recipients: N): Parts<N> => ["To ", recipients],
    toSome: <N>({ count, whole }: { count: number; whole: N }): Parts<N> => [
      `To ${grouped(count)} of `,
      whole,
    ],
    nobodyPicked: "Nobody is picked in the table, so this goes to everybody it shows.",
  },
  preview: {
    device: "Shown as on",
    desktop: "Desktop",
    phone: "Phone",
    chooseFirst: "Choose a template, and the mail is shown here as a lead gets it.",
    hide: "Hide the preview",
    show: "Preview for each lead",
    title: "Preview",
    position: ({ to, at, of }: { to: string; at: number; of: number }) => `To ${to}, ${at} of ${of}`,
    previous: "Previous lead",
    next: "Next lead",
    what: "The preview",
    noSubject: "(none yet)",
    blanks: (fields: string) => `Blank for this lead: ${fields}`,
  },
  subject: "Subject",
  template: {
    own: "My Templates",
    public: "Public Templates",
    label: "Template",
    none: "There is no template yet: create one in Design.",
    choose: "Choose a template",
    byPicture: "Templates by their pictures",
  },
  test: {
    send: "Send test",
    toYou: "The test goes to your own address.",
    subject: "Subject (optional)",
    firstAccount: "The first that works",
    filledInFor: "Filled in for",
    yourself: "Your own name and address",
  },
  tracking: {
    none: "This installation counts neither opens nor clicks.",
    opens: "Count opens",
    clicks: "Count clicks",
  },
  chooseAccount: "Choose an account",
};
