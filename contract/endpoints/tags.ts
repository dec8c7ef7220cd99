/** What calls are sorted by in the document and the reference, in the order in which somebody meets them. */
export const tags = {
  Session: "Sign in, sign out and know who is asking. A program keeps the `token` that signing in answers.",
  Leads: "The people whom you mail: kept, found, changed many at once, exported.",
  Collections: "Named groups that leads are put in; a lead can be in any number of them.",
  "Custom fields": "What you keep of leads besides their name, address and phone number.",
  Segments: "Questions over leads that are kept under a name and answered anew each time.",
  Imports: "Files of leads: taken in, looked at, assigned to fields, written, undone.",
  Templates: "Mails to be sent again and again, with every version that was saved.",
  Design: "What templates are made of and kept in: pictures, folders, rows of your own.",
  "Sending accounts": "The mailboxes that mails are sent from, with their limits and their state.",
  Sending: "Send to leads, and follow what became of each mail.",
  "Transactional mail": "Mails that a program asks for one by one: receipts, codes, links to a new password.",
  Campaigns: "Campaigns that are planned, tried in variants, sent in steps and looked at in figures.",
  Sandbox: "The mailbox inside Amplify. What a sandbox account sends arrives there, and nowhere else.",
  Start: "The first steps in a new workspace, and samples to try them with.",
  "Your account": "Your sessions, your plan, your data, and the end of your account.",
  API: "What this installation's API allows.",
  Webhooks: "Where programs are told of what happens, and what became of telling it.",
  Recipients: "What recipients and their mail programs ask for; none of it needs a session.",
  Service: "Is the server ready, and what can it do.",
  Installation: "For administrators: the work that the server does in the background.",
} as const;

export type Tag = keyof typeof tags;
