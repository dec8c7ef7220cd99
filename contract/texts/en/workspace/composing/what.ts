import { amount } from "../../../../sentences/en/words.ts";
import { spans } from "./spans.ts";

const leads = (count: number) => amount(count, "lead");

/** What the part says in which the mails of a campaign are written. */
export const what = {
  mail: (number: number) => `Mail ${number}`,
  mailVariant: ({ mail, variant }: { mail: number; variant: string | null }) =>
    variant === null ? `Mail ${mail}` : `Mail ${mail}, variant ${variant}`,
  thisMail: "This mail",
  atStart: "Goes out at the start",
  whenAndWho: (number: number) => `When mail ${number} goes, and to whom`,
  delay: "Time after the mail before",
  unitOf: (label: string) => `Unit of: ${label}`,
  units: spans,
  laterTo: "later, to",
  condition: "To whom of those before",
  conditions: {
    always: "everybody who got the mail before",
    notOpened: "whoever did not open it",
    notClicked: "whoever followed no link in it",
    clicked: "whoever followed",
  },
  link: "Which link",
  anyLink: "any link",
  sameThread: "In the same thread, as an answer to the mail before",
  more: (number: number) => `More about mail ${number}`,
  duplicate: "Duplicate",
  earlier: "Move up",
  later: "Move down",
  remove: "Delete",
  removed: "Deleted mail",
  removedMail: (number: number) => `Mail ${number} was deleted`,
  removedVariant: (letter: string) => `Variant ${letter} was deleted`,
  addAfter: "Add a mail after this one",
  applying: "The changes are being applied to the leads. No mail goes to its next step until that is done.",
  standing: ({
    got,
    passed,
    toCome,
    isBehind,
  }: {
    got: number;
    passed: number;
    toCome: number;
    isBehind: boolean;
  }) =>
    [
      ...(got > 0 ? [`${leads(got)} got it.`] : []),
      ...(passed > 0
        ? [
            `${amount(passed, "lead has", "leads have")} passed this step: ${passed === 1 ? "it does" : "they do"} not get it.`,
          ]
        : []),
      toCome === 0
        ? `Nobody else is on the way to it${isBehind ? ", so what it says cannot be changed any more" : ""}.`
        : `${leads(toCome)} ${toCome === 1 ? "is" : "are"} still to come to it.`,
    ].join(" "),
  pending: {
    title: "Not in force yet",
    text: (open: number) =>
      `These changes are kept, and hold for the ${leads(open)} under way once you apply them.`,
    sooner: "Whoever has waited longer than a new time already gets that mail at once.",
    unwritten: (mails: string) => `Still without a subject or a content: ${mails}.`,
    apply: "Apply the changes",
    applying: "Applying…",
    discard: "Discard them",
    applied: "The changes apply from now on.",
    discarded: "The steps are as they were.",
  },
  addFollowUp: "Add a follow-up",
  addMail: "Add a mail",
  variant: (letter: string) => `Variant ${letter}`,
  forShare: "for",
  shareOf: (variant: string) => `Share of ${variant} in percent`,
  removeVariant: (variant: string) => `Delete ${variant}`,
  addTest: "Try another version beside it (A/B)",
  addVariant: "Add a variant",
  sequenceIsEnterprise: "Sequences of mails come with Enterprise; you can write one before.",
  testIsPremium: "A/B tests come with Premium.",
  winner: "How the better variant is found",
  chooseWinner: "– choose which –",
  winners: {
    clicks: "that more people clicked",
    opens: "that more people opened",
    replies: "that more people replied to",
    person: "that somebody chooses",
  },
  restGets: (rest: number) => `The other ${rest}% get the one`,
  after: "after",
  atTheLatest: "; you are asked after",
  testTime: "Time of the test",
  noRest: "Everybody gets one of the variants; none is left for the better one.",
  sharesOver: (by: number) => `Together the shares add up to ${by}% too much.`,
  subject: "Subject",
  preview: "Preview line",
  previewHint: "Shown beside the subject in the inbox; without it, the mail's first words are.",
  lengths: ({ length, max }: { length: number; max: number }) =>
    length > max ? `${length} characters; a phone shows about ${max} of them.` : `${length} characters`,
  onPhone: "In the list on a phone",
  yourName: "Your name",
  phoneTime: "9:41",
  noSubject: "(no subject yet)",
  firstWords: "The mail's first words",
  content: "Content",
  noContent: "nothing yet",
  ownContent: "written for this campaign",
  fromTemplate: (name: string) => `from the template ${name}`,
  edit: "Edit",
  editOf: (mail: string) => `Edit ${mail}`,
  replace: "Replace",
  otherTemplate: "Another template…",
  writeAnew: "An empty mail",
  chooseTemplate: "Choose a template",
  write: "Write it here",
  writeHtml: "HTML",
  yourTemplates: "My Templates",
  publicTemplates: "Public Templates",
  noTemplates: "There is no template yet. Write the mail here, or make a template in Design.",
};
