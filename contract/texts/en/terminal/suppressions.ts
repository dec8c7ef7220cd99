/** What `amplify suppressions` says, and what its help does. */
export const suppressions = {
  none: "No address is suppressed",
  /** Of programs' mails alone, since campaigns go by what the lead says. */
  takes: ({ email, kind, show }: { email: string; kind: string | null; show: string }) => {
    const what = kind === null ? "of every kind" : `of kind ${kind}`;
    return `${email} takes transactional mails ${what}. Whether it gets campaigns, its lead says: ${show}`;
  },
  returned: ({ email, day, words, again }: { email: string; day: string; words: string; again: string }) =>
    `${email} takes no mails: one came back on ${day}, with “${words}”. If it takes mails by now, say so of its lead: ${again}`,
  added: ({ email, kind }: { email: string; kind: string }) => `${email} takes no mails of kind ${kind}`,
  addedForEvery: (email: string) => `${email} takes no mails of any kind`,
  removed: ({ email, kind }: { email: string; kind: string }) =>
    `${email} takes mails of kind ${kind} again, as far as this was why not`,
  removedForEvery: (email: string) => `${email} takes mails again, as far as this was why not`,
  notThere: ({ email, kind }: { email: string; kind: string }) =>
    kind === "*"
      ? `${email} is not suppressed for every kind`
      : `${email} is not suppressed for kind ${kind}`,
  everyKind: "every kind",
  columns: { email: "ADDRESS", kind: "KIND", cause: "WHY", since: "SINCE" },
  causes: { bounced: "bounced", complained: "complained", asked: "asked", other: "other" },
  help: {
    summary: "Addresses that transactional mail is not sent to",
    list: "List them, the newest first",
    add: "Send an address no more mails of a kind, or of none",
    remove: "Let mails go to an address again",
    check: "Say whether an address takes transactional mails; ends with 1 where it does not",
    email: "the address",
    kind: "the kind of mail, such as receipt; every kind where left out",
    onlyKind: "only those of this kind",
    cause: "why",
  },
};
