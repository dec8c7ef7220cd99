/** Everything that the installation keeps, in the words of the tables it is kept in. */
export const keptOnServer = [
  ["Your name and e-mail address", "As you gave them", "Until you delete the account"],
  ["Your password", "As a one-way hash (Argon2id)", "Until you change it"],
  [
    "Your sessions",
    "The hash of a token, the times, the kind of browser",
    "Until you sign out, or they run out",
  ],
  ["Leads, collections, templates", "As you put them here", "Until you delete them"],
  [
    "App passwords and Google permissions of your sending accounts",
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
] as const;
