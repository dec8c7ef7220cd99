import { strayTagsText } from "./strayTags.ts";

/** What calls answer that were done, and what is to be looked at before a send. The specification's own sentences are in `exact.ts`. */
export const answers = {
  identity: {
    signedUp: "Your account has been created",
    signedOut: "You are signed out",
    signedOutThere: "Signed out there",
    signedOutEverywhere: "You are signed out everywhere",
    passwordChanged: "Your password is changed. Please sign in with it.",
    passwordLink: (minutes: number) =>
      `If there is an account with this address, a mail with a link is on its way. The link works for ${minutes} minutes.`,
    deleted: "Your account and everything kept with it are deleted",
  },
  accounts: {
    removed: "Account removed",
    /** In the place of its address, where nothing knows that any more. */
    gone: "Removed account",
    readingOff: "The mailbox is no longer read, and its sign-in is forgotten",
    accepted: ({ provider, email }: { provider: string; email: string }) =>
      `${provider} accepts the sign-in of ${email}. Nothing was sent.`,
    startTls: "The server also offers STARTTLS: choose it, so that all that is sent to it is encrypted.",
  },
  leads: {
    deleted: "Lead deleted",
    noteDeleted: "Note deleted",
    mailedAgain: "Mails go to this lead again",
    fieldDeleted: "Field deleted",
    segmentDeleted: "Segment deleted",
    collectionDeleted: "Collection deleted",
    /** A file of leads: by these headings an import finds its columns again. */
    file: {
      sheet: "Leads",
      headings: [
        "First name",
        "Last name",
        "Email",
        "Phone",
        "Collections",
        "Opted out",
        "Sent",
        "Opened",
        "Added",
      ],
      consentHeadings: ["Consent", "Consent since", "Consent by"],
      consentBy: {
        by_person: "somebody of the workspace",
        by_import: "an import",
        by_call: "a program",
        by_recipient: "themselves",
      },
      yes: "yes",
      no: "no",
    },
  },
  keys: { revoked: "Key revoked", approved: "Approved. You can go back to the terminal.", denied: "Refused" },
  imports: { thrownAway: "The file is deleted" },
  templates: {
    deleted: "Template deleted",
    saved: "Saved",
    pictureDeleted: "Picture deleted",
    moved: "Template moved",
    folderRenamed: "Folder renamed",
    folderDeleted: "Folder deleted",
    rowRenamed: "Row renamed",
    rowDeleted: "Row deleted",
  },
  campaigns: {
    decided: (mails: number) => (mails === 1 ? "1 mail is decided" : `${mails} mails are decided`),
    /** The specification's words for how far a send is. */
    sentOf: ({ sent, total }: { sent: number; total: number }) => `${sent}/${total} Sent`,
    retried: (count: number) =>
      count === 0
        ? "No mail of these can be tried again"
        : count === 1
          ? "1 mail is tried again"
          : `${count} mails are tried again`,
    deleted: "Campaign deleted",
    testSubject: "Test email",
    testSent: (email: string) => `Test email sent to ${email}`,
  },
  transactional: {
    retried: "The mail is tried again",
    allowed: "Mails may go to this address again",
  },
  start: {
    templateName: "My first mail",
    subject: "Hello {{firstName|there}}, this is our first letter",
  },
  sandbox: { emptied: "The sandbox mailbox is empty" },
  jobs: { triedAgain: "The job is tried again" },
  http: {
    methodNotAllowed: "This method is not allowed here",
    noProxy: "This server is not a proxy",
    malformedHost: "The Host header of this request is missing or malformed",
    notFound: "Not found",
  },
  /** What a careful person would look at before a mail goes to many. */
  warnings: {
    unknownFields: (fields: readonly string[]) =>
      `${fields.join(", ")} ${fields.length === 1 ? "is no merge field and stays as it is" : "are no merge fields and stay as they are"}.`,
    foreignTags: strayTagsText,
    sample: (text: string) => `“${text}”`,
    sampleLinks: "links to example.com",
    samples: (samples: readonly string[]) => `Still a sample, not your own: ${samples.join(", ")}.`,
    noUnsubscribe: "The template has no unsubscribe link; one is added at its end.",
    insecureLinks: (count: number) =>
      count === 1 ? "1 link is not secure (http)." : `${count} links are not secure (http).`,
    deadLinks: ({ count, first }: { count: number; first: string }) =>
      `${count === 1 ? "1 link leads" : `${count} links lead`} nowhere from a mail${suchAs(first)}`,
    deadPictures: ({ count, first }: { count: number; first: string }) =>
      `${count === 1 ? "1 picture has an address that leads" : `${count} pictures have addresses that lead`} nowhere from a mail${suchAs(first)}`,
    clipped: (kilobytes: number) => `The mail has ${kilobytes} kB; Gmail cuts off what is longer than 102.`,
    missingValues: ({ field, count, recipients }: { field: string; count: number; recipients: number }) =>
      `{{${field}}} stays blank for ${count} of ${recipients}. A fallback fills the gap: {{${field}|…}}.`,
    accountPaused: "This account is paused.",
    account: (why: string) => `${why} Nothing goes out until the account sends again.`,
    unreachable: (publicUrl: string) =>
      `The links for unsubscribing and counting lead to ${publicUrl}, which recipients cannot reach. Whoever runs this server sets PUBLIC_URL to the address that people use.`,
  },
};

/** How the address of one that leads nowhere is written instead; nothing of one that is empty. */
function suchAs(first: string): string {
  return first === "" ? "." : `, such as “${first}”: addresses in mails are whole, https://… for one.`;
}
