import { amount, grouped } from "../../../sentences/en/words.ts";

/** What the sandbox mailbox says. */
export const sandbox = {
  title: "Sandbox mailbox",
  noSubject: "(no subject)",
  mail: {
    unsubscribe: "Unsubscribe",
    download: "Download",
    frame: "The mail",
    plainText: "Plain text",
    source: "Source",
    beginning: "This is only its beginning; the download has all of it.",
    attachments: "Attachments",
    attachment: ({ name, kilobytes }: { name: string; kilobytes: number }) =>
      `${name} (${grouped(kilobytes)} kB)`,
    links: (count: number) => amount(count, "link"),
  },
  from: "From",
  to: "To",
  received: "Received",
  pages: "Pages of the mailbox",
  newest: "Newest",
  older: "Older",
  empty: "Empty mailbox",
  noMail: "No mail yet",
  noOlder: "No older mail",
  howTo:
    "Add a sandbox account under Accounts and send to your leads: every mail lands here instead of in anybody’s inbox.",
  toWorkspace: "Go to the workspace",
  mails: "Mails",
  subject: "Subject",
  failures: {
    title: "See what failure looks like",
    text: "Some addresses do not simply arrive. Give a lead one of these and send to it:",
    becomes: (outcome: string) => `The mail is ${outcome}.`,
  },
  count: ({ count, keptMax, gigabytes }: { count: number; keptMax: number; gigabytes: number }) =>
    `${amount(count, "mail")}, none of which left this server. The newest ${grouped(keptMax)} are kept, ${gigabytes} GB of them at most.`,
};
