import { amount, grouped } from "../../../sentences/en/words.ts";
import type { Parts } from "../../language.ts";
import { deliveryStates } from "./deliveryStates.ts";

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** What the Campaigns tab says. */
export const campaign = {
  leaveAsItIs: "Leave it as it is",
  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel",
  askCancel: (subject: string) => `"${subject}" stops for good, and whoever has not been sent to is skipped.`,
  cancelCampaign: "Cancel the campaign",
  rest: {
    open: "Send the rest from…",
    title: "Send the rest from another account",
    what: (count: number) =>
      `What is left goes out at once, to ${amount(count, "lead")}, from the account that you choose. Nobody who has had this mail gets it again.`,
    whatFollows: "The mails that follow go out from the account that you choose, each when it is due.",
    choose: "Choose an account",
    whose: "What is to go",
    everything: "All that is left",
    ofAccount: ({ from, count }: { from: string; count: number }) =>
      count === 0 ? `What follows from ${from}` : `${amount(count, "mail")} of ${from}`,
    goOn: "Go on from there",
    send: (count: number) => `Send to ${grouped(count)}`,
    sending: "Sending…",
  },
  stopped: <N>({
    emails,
    accounts,
  }: {
    emails: readonly string[];
    accounts: (word: string) => N;
  }): Parts<N> => [
    `Nothing goes out from ${list.format(emails)} until that is put right under `,
    accounts("Accounts"),
    ".",
  ],
  begun: ({ from, when }: { from: string; when: string }) => `From ${from}, begun ${when}`,
  counts: {
    failed: "failed",
    uncertain: "uncertain",
    skipped: "skipped",
    remaining: "remaining",
  },
  refresh: "Refresh",
  title: "Campaigns",
  yourCampaigns: "Your campaigns",
  empty: {
    text: "A campaign is written here, sent at its moment, and kept with what became of each mail.",
    title: "Nothing sent yet",
    chooseLeads: "Choose leads to send to",
  },
  ledger: {
    show: "Show",
    everybody: (count: number) => `Everybody (${grouped(count)})`,
    count: ({ state, count }: { state: string; count: number }) => `${state} (${grouped(count)})`,
    openedState: "opened",
    clickedState: "clicked",
    responses: { replied: "replied", complained: "complained" },
    replied: "Replied",
    complained: "Complained",
    what: "The recipients",
    previous: "Previous",
    next: "Next",
    nobody: "No recipient matches.",
    none: "It was meant for nobody.",
    showAll: "Show everybody",
    recipientsOf: (subject: string) => `Recipients of ${subject}`,
    email: "Email",
    state: "State",
    reason: "Reason or reply",
    tries: "Tries",
    when: "When",
    opened: "Opened",
    clicked: "Clicked",
    action: "What became of it?",
    nextTry: (when: string) => `next try ${when}`,
    firstTry: (when: string) => `first try ${when}`,
  },
  /** What the list can be narrowed to. */
  filters: {
    running: "Running",
    paused: "Paused",
    scheduled: "Scheduled",
    draft: "Drafts",
    finished: "Finished",
    cancelled: "Cancelled",
    holding: "Starting",
    starting: "Starting",
  },
  states: {
    draft: "Draft",
    scheduled: "Scheduled",
    holding: "Starts in a moment",
    starting: "Starting",
    running: "Running",
    paused: "Paused",
    cancelled: "Cancelled",
    finished: "Finished",
  },
  delivery: deliveryStates,
};
