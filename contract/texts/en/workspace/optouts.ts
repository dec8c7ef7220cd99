/** Who opted out by a campaign, and why. */
export const optouts = {
  title: "Who opted out",
  what: "Who opted out",
  none: "Nobody opted out by this campaign.",
  anonymous: "An address that was deleted",
  noReason: "Gave no reason",
  complained: "Complained",
  reasons: {
    too_many: "Too many mails",
    not_relevant: "Not interested",
    never_asked: "Never asked for them",
    other: "Another reason",
  },
  caption: "Who opted out by this campaign, the newest first",
  who: "Who",
  why: "Why",
  when: "When",
  returned: (when: string) => `back since ${when}`,
  newer: "Newer",
  older: "Older",
};
