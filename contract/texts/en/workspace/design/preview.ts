import { grouped } from "../../../../sentences/en/words.ts";
import type { Parts } from "../../../language.ts";
/** What is said around a mail that is looked at before it is sent. */
export const preview = {
  title: "Preview",
  lead: {
    instead: ({ name, isSearching }: { name: string; isSearching: boolean }) =>
      `${isSearching ? "No lead matches" : "You have no leads yet"}: shown as ${name} would get it.`,
    as: <N>({ name, place, total }: { name: N; place: number; total: number }): Parts<N> => [
      "As ",
      name,
      ` would get it, lead ${grouped(place)} of ${grouped(total)}.`,
    ],
    fields: { firstName: "first name", lastName: "last name", email: "email", phone: "phone number" },
    blank: (fields: readonly string[]) => `Left blank: ${fields.join(", ")}.`,
    previous: "Previous lead",
    next: "Next lead",
  },
  test: {
    send: "Send test",
    sending: "Sending…",
    toYou: "The test goes to your own address, with the design as it is now. Nothing is saved.",
    subject: "Subject (optional)",
    firstAccount: "The first that works",
  },
  show: {
    dark: "Dark",
    desktop: "Desktop",
    phone: "Phone",
    text: "Plain text",
  },
  plainText: "The plain text",
  dark: {
    own: "Dark: the mail's own dark styles, as Apple Mail applies them.",
    recoloured:
      "Dark, simulated: this mail has no dark styles, so programs such as Gmail and Outlook choose colours themselves. Each does it a little differently.",
  },
  fonts:
    "This mail brings fonts of its own. They are not loaded here: you see what programs such as Gmail and Outlook show, which do not load them either.",
};
