/** What an account's card and dialog say about reading its mailbox. */
export const reading = {
  off: "Answers are not read.",
  waiting: "Answers will be read in a moment.",
  reading: (clock: string | null) =>
    clock === null ? "Answers are read." : `Answers are read; last looked at ${clock}.`,
  resting: ({ why, clock }: { why: string; clock: string }) => `${why} It is looked at again ${clock}.`,
  stopped: (why: string) => `Answers are not read. ${why}`,
  read: "Read answers",
  readWho: (who: string) => `Read answers to ${who}`,
  change: "Answers",
  changeWho: (who: string) => `Answers to ${who}`,
  title: (email: string) => `Answers to ${email}`,
  what: "Amplify then looks at the inbox of this account and keeps what answers your mails: replies, notes that an address does not exist, and requests to be left alone.",
  whatNot:
    "Everything else stays where it is: it is not kept, not shown and not noted anywhere. Nothing in the mailbox is changed, moved or marked as read, and no mail is ever answered by itself.",
  from: "It begins with what came since the mails of the last five days went out from here; nothing older is looked at.",
  byPassword: (host: string) => `It signs in at ${host} with the password that the account sends with.`,
  asks: {
    google:
      "Google asks you itself. It has no smaller permission for this than reading and changing your mail; Amplify opens the mailbox in such a way that Google itself allows no change. Sending goes on whatever you answer.",
    microsoft:
      "Microsoft asks you itself, for access to your mailbox over IMAP. Amplify opens it in such a way that nothing can be changed. Sending goes on whatever you answer.",
  },
  notSetUp: "Connecting by this provider is not set up on this server any more.",
  allow: "Allow reading",
  takeBack:
    "What Google or Microsoft granted stays listed there until you take it back in your account with them.",
  host: "IMAP host",
  port: "Port",
  security: "Security",
  tls: "TLS from the first byte (993)",
  starttls: "STARTTLS (143)",
  noEncryption: "None: only for a server of your own",
  userName: "User name (optional)",
  userNameHint: "The one that the account sends with, unless the mailbox has another.",
  password: "Password of the mailbox",
  passwordHint: {
    account: "Leave it empty for the same host: the account's password is used there, and nowhere else.",
    stored: "Leave it empty to keep the stored one.",
    needed: "It is stored encrypted, never shown again, and sent to this host only.",
  },
  turnOn: "Read answers",
  save: "Save",
  tryAgain: "Try again",
  turnOff: "Turn off",
  turningOff: "Turning off…",
  signingIn: "Signing in…",
  close: "Close",
  on: (email: string) => `Answers to ${email} are read from now on.`,
  turnedOff: (email: string) => `Answers to ${email} are not read any more.`,
  faults: {
    host: "Please enter the host of the mailbox",
    port: "The port is a number, often 993",
  },
};
