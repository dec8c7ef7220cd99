import { amount } from "../../../sentences/en/words.ts";
import { deliveryStates } from "./deliveryStates.ts";

/** What a lead's own page says. */
export const leadPage = {
  what: "The lead",
  region: (name: string) => `Lead ${name}`,
  previous: "Previous lead (K)",
  next: "Next lead (J)",
  close: "Close (Esc)",
  edit: "Edit",
  deleted:
    "This lead was deleted. What is known of it stays here until you close it; nothing more can be changed.",
  added: (when: string) => `Added ${when}`,
  optedOut: "Opted out",
  comesBack: "Not mailed: mails come back",
  counts: ({ sent, opened }: { sent: number; opened: number }) =>
    `${amount(sent, "mail")} sent, ${opened} opened`,
  facts: { email: "Email", phone: "Phone", consent: "Consent", none: "–" },
  collections: {
    label: "Collections",
    add: "Add to a collection",
    takeOut: (name: string) => `Take out of ${name}`,
    none: "In no collection",
    full: "In every collection there is",
  },
  notes: {
    label: "Write a note",
    hint: "Only people of this workspace see it.",
    add: "Add note",
    delete: "Delete the note",
    by: ({ name, when }: { name: string; when: string }) => `${name}, ${when}`,
    gone: "Somebody who is no longer here",
  },
  line: {
    title: "What happened",
    earlier: "Show earlier",
    loading: "Loading…",
    states: deliveryStates,
    opened: "Opened",
    clicked: "Clicked",
    replied: "Replied",
    complained: "Complained",
    bounced: { forNow: "Mails come back for now", forGood: "Mails come back, so no more are sent" },
    mailAgain: "Mail it again",
    returnedWords: ({ words, count }: { words: string; count: number }) =>
      `${count === 1 ? "" : `${count} in a row. `}${words === "" ? "Its server did not say why." : words}`,
    left: "Unsubscribed",
    returned: "Subscribed again",
    ownerOut: "Opted out by somebody here",
    consent: {
      unknown: "Consent set to not known",
      granted: "Agreed to being counted",
      denied: "Denied being counted",
    },
    times: (count: number) => (count === 1 ? "once" : `${count} times`),
    byProgram: (count: number) => `${count === 1 ? "once" : `${count} times`} by a program`,
    note: "Note",
    added: "Added as a lead",
  },
};
