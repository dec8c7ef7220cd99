import { amount, grouped } from "../../../sentences/en/words.ts";

/** What is said of campaigns that are being sent, and of whatever else is under way, beside every tab. */
export const progress = {
  sentOf: ({ sent, total }: { sent: number; total: number }) => `${sent}/${total} Sent`,
  counts: {
    sent: "sent",
    failed: "failed",
    uncertain: "uncertain",
    skipped: "skipped",
    remaining: "remaining",
  },
  moreFailed: (count: number) => `And ${grouped(count)} more, in Campaigns.`,
  pause: "Pause",
  resume: "Resume",
  stop: "Stop",
  askStop: (subject: string) =>
    `Stop “${subject}” for good? Who has it keeps it. Nobody else gets it, and it cannot go on.`,
  stopForGood: "Stop it for good",
  leaveIt: "Leave it as it is",
  details: "Details",
  dismiss: "Dismiss",
  finished: "Finished",
  cancelled: "Cancelled",
  paused: "Paused",
  forecast: ({ rate, when }: { rate: string; when: string }) => `About ${rate}, done ${when}`,
  doneThen: (when: string) => `Probably done ${when}`,
  andDoneThen: ({ before, when }: { before: string; when: string }) => `${before}; probably done ${when}`,
  perSecond: (count: number) => `${grouped(count)} a second`,
  perMinute: (count: number) => `${count} a minute`,
  activity: "Activity",
  /** Begins with what is seen of it. */
  showActivity: (count: number) =>
    count === 1 ? "Show what is under way" : `+${count - 1}: show all ${count} under way`,
  putAway: "Put away until something needs you",
  announced: ({
    subject,
    sent,
    total,
    failed,
    end,
  }: {
    subject: string;
    sent: number;
    total: number;
    failed: number;
    end: string | null;
  }) =>
    `${subject}: ${sent} of ${total} sent${failed === 0 ? "" : `, ${failed} failed`}${end === null ? "" : `, ${end}`}.`,
  states: { running: "running", paused: "paused", cancelled: "cancelled", finished: "finished" },
  /** The background notice of a campaign that begins (specification, section 4): what goes out, and to how many. */
  started: ({ subject, count }: { subject: string; count: number }) =>
    `"${subject}" goes out to ${amount(count, "lead")} in the background. You can close this page.`,
  goesOn: ({ why, when }: { why: string; when: string }) => `${why}; continues ${when}`,
  moment: {
    today: (clock: string) => `at ${clock}`,
    tomorrow: (clock: string) => `tomorrow at ${clock}`,
    onDay: ({ day, clock }: { day: string; clock: string }) => `on ${day} at ${clock}`,
  },
  failed: (count: number) => `${amount(count, "address", "addresses")} failed`,
  seeLeftOut: "See who was skipped, and why",
  leftOut: (count: number) => `${amount(count, "lead")} left out`,
};
