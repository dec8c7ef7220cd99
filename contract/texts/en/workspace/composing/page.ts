import { amount, grouped, isolated, wallTime } from "../../../../sentences/en/words.ts";
import { spans } from "./spans.ts";

const list = new Intl.ListFormat("en", { type: "conjunction" });
const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

type Delay = { count: number; unit: keyof typeof spans };
type Hours = { days: readonly number[]; from: string; to: string };

/** What the page says on which a campaign is composed, around its four parts. */
export const composing = {
  begin: { word: "New campaign", once: "One mail", sequence: "A sequence of mails" },
  fromSend: "Compose a campaign",
  tooManyPicked: (max: number) =>
    `A campaign names at most ${grouped(max)} leads one by one. Put these into a collection first.`,
  campaigns: "Campaigns",
  back: "Back to your campaigns",
  this: "This campaign",
  name: "Name of the campaign",
  unnamed: "Unnamed campaign",
  more: "More about this campaign",
  kinds: { once: "One mail", sequence: "Sequence" },
  pageTitle: (name: string) => `Amplify | ${name}`,
  duplicate: "Duplicate",
  duplicated: (name: string) => `This is a copy of ${name}`,
  remove: "Delete this draft",
  undo: "Undo",
  begun: {
    once: "This campaign is under way. Its hours may still be changed here; whom it is for and what it says stay as they are.",
    sequence:
      "This sequence is under way. What its mails say, its hours and what stops it may be changed and hold at once; its steps too, for the leads still to come to them, once you apply that. Whom it is for and its accounts stay as they are.",
  },
  ended: "This campaign is over, and stays as it was. Duplicate it to send it again.",
  toCampaign: "See how it goes",
  toEnded: "See how it went",
  parts: { whom: "Whom", what: "What", when: "From and when", review: "Review" },
  states: { empty: "nothing chosen yet", ready: "ready", needs: "needs something" },
  change: "Change",
  fillIn: "Fill in",
  look: "Look",
  close: "Close",
  save: {
    saved: "Saved",
    unsaved: "Not saved yet",
    saving: "Saving…",
    failed: "Not saved",
    refused: "Not saved",
    clash: "Not saved",
  },
  notSaved: (why: string) => `What you wrote is kept here and tried again by itself. ${why}`,
  saveAgain: "Save now",
  dropChange: "Drop this change",
  gone: { text: "This campaign was deleted elsewhere.", restore: "Bring it back" },
  clash: { theirs: "Load what was saved elsewhere", mine: "Save mine over it" },
  leave: {
    title: "Not everything is saved",
    text: (why: string) => `Your last changes could not be saved. ${why}`,
    discard: "Leave without them",
    stay: "Stay here",
    again: "Save and leave",
  },
  summary: {
    noAudience: "Nobody is chosen yet.",
    sentTo: "The leads that its send named.",
    picked: (count: number) => amount(count, "picked lead"),
    after: {
      opened: "those who did not open an earlier campaign",
      clicked: "those who followed no link of an earlier campaign",
    },
    whom: ({
      everyone,
      names,
      recipients,
      left,
    }: {
      everyone: boolean;
      names: readonly string[];
      recipients: number | null;
      left: number;
    }) => {
      const of = everyone ? "everyone" : list.format(names.map(isolated)) || "chosen leads";
      const out = left === 0 ? "" : left === 1 ? " 1 is left out." : ` ${grouped(left)} are left out.`;
      return recipients === null
        ? `${capital(of)}.`
        : `${amount(recipients, "person", "people")} of ${of}.${out}`;
    },
    mail: ({
      subject,
      isFirst,
      delay,
      variants,
    }: {
      subject: string;
      isFirst: boolean;
      delay: Delay | null;
      variants: number;
    }) => {
      const words = subject === "" ? "a mail without a subject" : `“${isolated(subject)}”`;
      const tried = variants > 1 ? `, in ${variants} variants` : "";
      if (isFirst || delay === null) return `${capital(words)}${tried}.`;
      return delay.count === 0
        ? `At once: ${words}${tried}.`
        : `After ${delay.count} ${spans[delay.unit](delay.count)}: ${words}${tried}.`;
    },
    when: ({
      senders,
      start,
      hasBegun,
      zone,
      window,
      byLead,
      forecast,
    }: {
      senders: readonly string[];
      start: string | null;
      hasBegun: boolean;
      zone: string;
      window: Hours | null;
      byLead: boolean;
      forecast: string;
    }) => {
      const from = senders.length === 0 ? "No account is chosen yet." : `From ${list.format(senders)}.`;
      const begins = `${hasBegun ? "Began" : "Begins"} ${start === null ? "at once" : `${start} (${zone})`}`;
      const hours =
        window === null ? "" : `, ${hoursText(window)}${byLead ? " by each lead's own clock" : ""}`;
      const done = forecast === "" ? "" : ` ${capital(forecast)}${/[.!?]$/.test(forecast) ? "" : "."}`;
      return `${from} ${begins}${hours}.${done}`;
    },
    notYet: (parts: number) =>
      parts === 1 ? "One part is still to be filled in." : `${parts} parts are still to be filled in.`,
    looking: "It is being checked.",
    notLooked: "It could not be checked.",
    review: (worth: number) =>
      worth === 0
        ? "Everything is there."
        : `Everything is there; ${worth === 1 ? "one thing is" : `${worth} things are`} worth a look.`,
  },
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function hoursText({ days, from, to }: Hours): string {
  const isWeek = days.join() === "1,2,3,4,5";
  const named =
    days.length === 7 ? "daily" : isWeek ? "weekdays" : days.map((day) => dayNames[day - 1]).join(", ");
  return `${named} ${wallTime(from)} to ${wallTime(to)}`;
}
