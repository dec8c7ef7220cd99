import type { Parts } from "../../language.ts";

/** What whoever got a mail reads behind its links. */
export const recipient = {
  noList: {
    title: "There is no list to leave",
    text: "This was a test mail, or its sender is no longer here. If mails still come, answer one of them and ask its sender to take you off the list.",
  },
  notWhole: {
    title: "This link is incomplete",
    text: "Nobody was unsubscribed. The link may have been cut short on its way: open it once more from the mail itself, or answer the mail and ask its sender to take you off the list.",
  },
  unknown: {
    title: "This link is not known here",
    text: "It may have been cut short on its way, or the mail it stood in has been deleted by its sender since. You were not sent anywhere, and nothing was counted.",
  },
  unsubscribed: {
    title: "You are unsubscribed",
    text: <N>({ from, email }: { from: N | null; email: N }): Parts<N> => [
      from ?? "The sender",
      " can no longer send mail to ",
      email,
      " from here. A mail that is already on its way may still arrive.",
    ],
  },
  unsubscribe: {
    ask: "Unsubscribe?",
    word: "Unsubscribe",
    text: <N>({ from, email }: { from: N | null; email: N }): Parts<N> => [
      "You will get no further mail from ",
      from ?? "this sender",
      " at ",
      email,
      ".",
    ],
  },
  why: {
    ask: "Why did you leave? You do not have to say.",
    reasons: {
      too_many: "Too many mails",
      not_relevant: "They are not what I am interested in",
      never_asked: "I never asked for them",
      other: "Something else",
    },
    words: "In your own words (optional)",
    send: "Tell the sender",
    thanks: "Thank you. The sender can read it.",
  },
  back: {
    ask: "Did you do this by mistake?",
    askOthers: "Would you like these mails again?",
    text: <N>(email: N): Parts<N> => [
      "Only the mailbox itself can say so: we send a mail to ",
      email,
      ", with a link that subscribes you again.",
    ],
    send: "Send me that mail",
    sent: <N>(email: N): Parts<N> => [
      "A mail to ",
      email,
      " is on its way. Its link works for a day. Until you follow it, you stay unsubscribed. No second one is sent within an hour.",
    ],
    write: <N>(from: N | null): Parts<N> => [
      "To get mails again, write to ",
      from ?? "the sender, by answering one of their mails",
      ".",
    ],
  },
  counting: {
    title: "Opens and clicks",
    on: "The sender may see when you open a mail and which links you follow.",
    off: "Nothing is kept of what you open and follow.",
    deny: "Do not count me",
    allow: "Allow it",
    saved: "That is noted.",
  },
  comeBack: {
    ask: "Subscribe again?",
    text: <N>({ from, email }: { from: N | null; email: N }): Parts<N> => [
      "You will get mail from ",
      from ?? "this sender",
      " at ",
      email,
      " again.",
    ],
    word: "Subscribe again",
    done: "You are subscribed again",
    doneText: <N>({ from, email }: { from: N | null; email: N }): Parts<N> => [
      from ?? "The sender",
      " can send mail to ",
      email,
      " again.",
    ],
    keptOut: "The sender has taken you off the list too",
    keptOutText: <N>(from: N | null): Parts<N> => [
      "Your own opt-out is undone, but only they can undo theirs. Write to ",
      from ?? "them",
      ".",
    ],
    unknown: "This link does not work any more",
    unknownText:
      "It may be older than a day, or have been cut short on its way. You stay unsubscribed. Open the unsubscribe link of one of the mails once more to be sent a new one.",
  },
};
