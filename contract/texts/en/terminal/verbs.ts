import { amount, grouped } from "../../../sentences/en/words.ts";

/** What commands say that do something to one lead, collection, template or account. */
export const verbs = {
  noLead: (text: string) => `There is no lead "${text}". See: amplify leads --search TEXT`,
  whichLeads: "Say which leads: their addresses, or --collection, --search or --segment.",
  eitherLeads: "Name leads, or say what they have in common; not both.",
  fieldForm: (text: string) => `--field "${text}" is not "key=value".`,
  needsName: "A lead has a first and a last name: --first-name and --last-name.",
  nothingToChange: "Say what is to change; --help shows what can.",
  added: (email: string) => `${email} is added.`,
  saved: (email: string) => `${email} is saved.`,
  removed: (count: number) => `${amount(count, "lead")} removed.`,
  bringBack: (command: string) => `To bring it back, for some minutes: ${command}`,
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
    consent: "Consent",
    sent: "Sent",
    opened: "Opened",
  },
  yes: "yes",
  no: "no",
  /** How much of a list was printed: programs that read it must not take a part for all of it. */
  part: ({ shown, total, more }: { shown: number; total: number; more: string }) =>
    `This is a part: ${grouped(shown)} of ${grouped(total)}. For all of it: ${more}`,
  noDirectory: ({ path, why }: { path: string; why: string }) => `${path} cannot be written: ${why}`,
  emptyStdin: "There is nothing on stdin.",
  collectionAdded: (name: string) => `The collection ${name} is there.`,
  collectionRenamed: (name: string) => `It is called ${name} now.`,
  collectionRemoved: (name: string) => `The collection ${name} is removed; its leads stay.`,
  merged: ({ from, into, count }: { from: string; into: string; count: number }) =>
    `${from} is part of ${into} now, which has ${amount(count, "lead")}.`,
};
