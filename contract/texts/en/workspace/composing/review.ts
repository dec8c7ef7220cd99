import { amount, grouped, secondsLong } from "../../../../sentences/en/words.ts";

const people = (count: number) => amount(count, "person", "people");
const seconds = secondsLong;

/** What the last look says before a campaign is started, and what stands there while it may be taken back. */
export const review = {
  preview: "The mail as each lead gets it",
  mail: "The mail",
  which: "Which mail",
  nothingYet: "The mail is shown here as each lead gets it, once it has content.",
  previous: "Previous lead",
  next: "Next lead",
  position: ({ at, of }: { at: number; of: number }) => `${grouped(at)} of ${grouped(of)}`,
  yourself: "filled in with your own name",
  shows: { phone: "Phone", desktop: "Desktop", text: "Text", dark: "Dark" },
  noSender: "No account is chosen yet",
  noSubject: "(no subject yet)",
  blank: (fields: string) => `Blank for this lead: ${fields}`,
  unknown: (fields: string) => `There is no such field, so it goes out as written: ${fields}`,
  test: "Send a test",
  testTo: "To whom the test goes",
  toMe: "to me",
  toAddress: (email: string) => `to ${email}`,
  testing: "Sending…",
  testNeedsAccount: "A test needs an account to send it from.",
  review: "The review",
  allWell: "Nothing to look at first.",
  toLookAt: (count: number) =>
    count === 1 ? "One thing to look at first" : `${count} things to look at first`,
  stops: "Missing",
  worthALook: "Worth a look",
  inMail: ({ mail, why }: { mail: string; why: string }) => `${mail}: ${why}`,
  inMails: ({ mails, why }: { mails: number; why: string }) => `In ${mails} mails: ${why}`,
  show: "Show",
  showOf: (check: string) => `Show: ${check}`,
  send: (count: number) => `Send to ${people(count)}`,
  schedule: ({ when, count }: { when: string; count: number }) => `Schedule for ${when}, to ${people(count)}`,
  startSequence: ({ count, joinLater }: { count: number; joinLater: boolean }) =>
    `Start the sequence for ${count === 0 && joinLater ? "whoever joins" : people(count)}`,
  stopsFirst: (count: number) =>
    count === 1
      ? "One thing is missing before it can start."
      : `${count} things are missing before it can start.`,
  undoNote: (count: number) => `${seconds(count)} to undo it.`,
  noUndoNote: "It goes at once, with no time to undo it.",
  scheduleNote: "It can be taken back until then.",
  starting: "Starting…",
  holding: "The start can still be taken back",
  startsIn: (count: number) => `Starts in ${seconds(count)}`,
  startsInUndo: (count: number) => `Starts in ${seconds(count)}. Undo takes it back.`,
  undo: "Undo",
  takenBack: "Taken back: nothing was sent, and it is a draft again.",
  scheduledTitle: "Scheduled",
  scheduled: ({ when, zone }: { when: string; zone: string }) => `It goes out ${when} (${zone}).`,
  takeBack: "Take it back to change it",
  itsPage: "See its page",
};
