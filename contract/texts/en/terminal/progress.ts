import { grouped } from "../../../sentences/en/words.ts";
import { terminalLocale } from "../../../sentences/moments.ts";
import { importCounts } from "../importCounts.ts";

const clock = new Intl.DateTimeFormat(terminalLocale, { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(terminalLocale, { weekday: "long" });
const dateOfYear = new Intl.DateTimeFormat(terminalLocale, {
  day: "numeric",
  month: "short",
  year: "numeric",
});
const date = new Intl.DateTimeFormat(terminalLocale, { day: "numeric", month: "short" });

type Share = { done: number; total: number };

/** How far sends and imports are, and when. */
export const progress = {
  times: {
    /** "14:20": of this day. */
    today: (at: Date) => clock.format(at),
    /** "Tuesday 14:20": within the week to come. */
    soon: (at: Date) => `${weekday.format(at)} ${clock.format(at)}`,
    /** "3 Dec 2025 14:20": of another year. */
    otherYear: (at: Date) => `${dateOfYear.format(at)} ${clock.format(at)}`,
    /** "3 Dec 14:20": any other. */
    other: (at: Date) => `${date.format(at)} ${clock.format(at)}`,
    seconds: (seconds: number) => `${seconds} s`,
    minutes: (minutes: number) => `${minutes} min`,
    hours: ({ hours, minutes }: { hours: number; minutes: number }) => `${hours} h ${minutes} min`,
  },
  sent: ({ sent, total }: { sent: number; total: number }) => `${sent}/${total} Sent`,
  counts: {
    sent: (count: number) => `${count} sent`,
    failed: (count: number) => `${count} failed`,
    uncertain: (count: number) => `${count} uncertain`,
    skipped: (count: number) => `${count} skipped`,
    remaining: (count: number) => `${count} remaining`,
  },
  pace: {
    perSecond: (count: number) => `${grouped(count)} a second`,
    perMinute: (count: number) => `${count} a minute`,
    done: (time: string) => `done about ${time}`,
    doneIn: ({ pace, time }: { pace: string; time: string }) => `${pace}, done in ${time}`,
    doneAbout: ({ pace, time }: { pace: string; time: string }) => `${pace}, done about ${time}`,
  },
  states: {
    finished: "Finished",
    cancelled: "Cancelled",
    draft: "A draft, which nothing sends until it is started",
    starting: "Starting",
    startsAt: (time: string) => `Starts ${time}`,
    /** What keeps it from that is a sentence. */
    startsUnless: ({ starts, why }: { starts: string; why: string }) => `${starts}. ${why}`,
    held: (time: string) => `Held back for ${time}; it can still be taken back`,
    dueAt: ({ state, time }: { state: string; time: string }) => `${state}: ${time}`,
    paused: "Paused",
    pausedFor: (why: string) => `Paused: ${why}`,
    waitingFor: (why: string) => `Waiting: ${why}`,
    until: ({ state, time }: { state: string; time: string }) => `${state}, until ${time}`,
  },
  view: {
    noSubject: "(no subject)",
    starting: "Starting",
    connecting: "Connecting",
    more: (count: number) => `and ${count} more`,
    unreachable: "The server cannot be reached; trying again.",
    connectedAgain: "Connected again.",
    pause: "p pause",
    resume: "r resume",
    takeBack: "u take it back",
    sequence: (subject: string) => `Sequence: ${subject}`,
    leave: {
      running: "Ctrl-C leave; the send goes on",
      paused: "Ctrl-C leave; it stays paused",
      ahead: "Ctrl-C leave; it starts all the same",
      /** Before it is known how it stands. */
      unknown: "Ctrl-C leave",
    },
  },
  left: {
    paused: "Left; it stays paused.",
    running: "Left; the send goes on.",
    ahead: "Left; it starts all the same.",
    watch: (command: string) => `Watch it again: ${command}`,
  },
  imports: {
    readingFile: "Reading the file",
    counts: importCounts,
    share: {
      waiting: (share: Share) => `Waiting: ${shareOf(share)} rows`,
      reading: (share: Share) => `Reading: ${shareOf(share)} rows`,
      writing: (share: Share) => `${shareOf(share)} rows`,
      undoing: (share: Share) => `Undoing: ${shareOf(share)} leads`,
      undone: (share: Share) => `${shareOf(share)} leads`,
    },
  },
};

const shareOf = ({ done, total }: Share): string => `${grouped(done)}/${grouped(total)}`;
