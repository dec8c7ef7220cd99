import type { Parts } from "../../language.ts";

/** The privacy policy. */
export const privacy = {
  /** Everything that the installation keeps: what, how, and for how long. */
  keptOnServer: [
    ["Your name and email address", "As you gave them", "Until you delete the account"],
    ["Your password", "As a one-way hash (Argon2id)", "Until you change it"],
    [
      "Your sessions",
      "The hash of a token, the times, the kind of browser",
      "Until you sign out, or they run out",
    ],
    ["Leads, collections, templates", "As you put them here", "Until you delete them"],
    [
      "App passwords of your sending accounts, and permissions that Google or Microsoft gave",
      "Sealed (AES-256-GCM); never shown again, not even to you",
      "Until you remove that account",
    ],
    [
      "Campaigns and their ledger",
      "Recipient, outcome, the mail server’s answer, the times",
      "Until you delete the account",
    ],
    [
      "Opens",
      "The time a mail was first opened, if counting is on for the campaign",
      "With the campaign’s ledger",
    ],
    [
      "Clicks",
      "Which link of a mail was followed, when first and last, and how often, if counting is on for the campaign; no address of whoever followed it",
      "With the campaign’s ledger",
    ],
    [
      "Addresses that opted out",
      "As a keyed hash: the list itself holds no address",
      "As long as the account, so that they stay out when a lead is deleted and imported again",
    ],
    ["Mails of the sandbox", "Whole, to be looked at", "Until you empty it"],
    ["Network addresses", "In memory only, to slow down guessing", "Minutes to hours"],
  ] as readonly (readonly [what: string, how: string, howLong: string])[],
  /** Everything that a browser's storage keeps for us, by the name it has there: what, and for how long. */
  keptInBrowser: {
    uid: ["Your user id, which tells this browser that you are signed in", "Until you sign out"],
    theme: ["Light or dark, if you choose", "Until you clear it"],
    activeTab: ["The tab you looked at last", "Until you clear it"],
    collection: ["The collection you looked at last", "Until you clear it"],
    leadColumns: ["The columns that your leads are shown with", "Until you clear it"],
    leadOrder: ["The order that your leads are shown in", "Until you clear it"],
    sidebar: ["Whether the workspace’s tabs are open or small", "Until you clear it"],
    templateOrder: ["How the list of templates is ordered", "Until you clear it"],
    editorSides: ["What beside a mail is folded away while you write it", "Until you clear it"],
    singleKeys: ["Whether you turned keys without Ctrl off", "Until you clear it"],
    undoSeconds: ["For how long Undo is offered after Send Email", "Until you clear it"],
    activity: [
      "Which sends stood on your line of activity, and which of them you put away, by their ids",
      "Until you sign out",
    ],
    draft: ["A design that you have not saved", "Until you save it, drop it or sign out"],
    site: [
      "Nothing of ours. What somebody puts here goes along with our calls as the Authorization header",
      "Until whoever put it there clears it",
    ],
    passing: [
      "What one page has to tell the sign-in page after it",
      "Until that is read, or the tab is closed",
    ],
    campaignList: [
      "What your list of campaigns is narrowed to and how it is ordered, for the way back to it",
      "Until the tab is closed",
    ],
    leadSearch: [
      "What you searched your leads for, so that it is there after a reload",
      "Until you take it out, or the tab is closed",
    ],
    begunLeads: [
      "What you began to change or to note on a lead’s page, to go on there",
      "Until you save it or drop it, sign out, or the tab is closed",
    ],
    lastBegunCampaign: [
      "Which campaign you began last, by its id, to go on in it while it is empty",
      "Until the tab is closed",
    ],
    leadDeletion: [
      "How many leads you deleted last, and under which number they can be brought back",
      "Until the tab is closed",
    ],
  } satisfies Readonly<Record<string, readonly [what: string, howLong: string]>>,
  title: "Privacy policy",
  lead: "We keep what the work needs, seal what is secret, and sell nothing. There is no analytics here, no advertising, and no file from anybody else’s server.",
  kept: {
    title: "What is kept, how, and for how long",
    what: "What",
    how: "How",
    howLong: "How long",
  },
  use: {
    title: "What we do with it",
    text: "We use it to send the messages that you ask for and to show you what became of them. Messages go out through the sending account you chose, so its provider (Google, Microsoft or the server you named) sees them as it sees any mail of yours. Nobody else gets your data from us.",
  },
  google: {
    title: "Google accounts",
    text: "If you sign in with Google, we learn your name, your address and that Google has verified it. If you connect a Google account for sending, we ask for permission to send mail (gmail.send) and for nothing else: Amplify cannot read your mailbox. What we get from Google is used for this and passed to nobody, in keeping with the Limited Use requirements of the Google API Services User Data Policy. You can take the permission back in your Google account at any time.",
  },
  microsoft: {
    title: "Microsoft accounts",
    text: "If you connect a Microsoft account for sending, we learn its address and Microsoft’s own number for it, and ask for permission to send mail (Mail.Send) and for nothing else: Amplify cannot read your mailbox. You can take the permission back in your Microsoft account, or ask your organisation to, at any time.",
  },
  leads: {
    title: "Your leads",
    text: "The people on your lists are yours to answer for; we handle their data on your behalf and only as you tell us. Every campaign mail carries a link with which they can opt out without an account and without giving a reason. The page behind it shows only a masked part of their address. Where a sender counts opens and clicks, a mail also carries an invisible picture, and its links lead through this installation to where they say; no network address and no kind of browser is kept of that.",
  },
  cookies: {
    title: "Cookies and browser storage",
    text: ({ absoluteDays, idleDays }: { absoluteDays: number; idleDays: number }) =>
      `One cookie keeps you signed in, for at most ${absoluteDays} days or until ${idleDays} days without a visit. Another remembers light or dark, if you choose. A third, for the minutes that it takes, ties a sign-in with Google to the browser that began it. Beside them stands what your browser’s storage keeps; it stays on your device. None of it is for following you around, and there are no others.`,
    under: "Under",
  },
  access: {
    title: "Who can see it",
    text: "The people who run this installation can see its database. Passwords, session tokens and the secrets of sending accounts are not readable in it: the first two are hashes, the last are sealed with a key that is kept elsewhere. Logs name what went wrong, not whose address it was.",
  },
  removal: {
    title: "Taking it with you, having it removed",
    text: <N>(address: N): Parts<N> => [
      "You can delete leads, templates and sending accounts yourself at any time. Under Settings, in your menu at the top right of the workspace, you can download everything that is kept of you as one archive, and delete the account with all that belongs to it. If you cannot sign in any more, write to ",
      address,
      ".",
    ],
  },
  changes: {
    title: "Age and changes",
    text: "Amplify is not for people under 13. We announce changes of this policy 30 days before they take effect, by mail to the address you sign in with.",
  },
};
