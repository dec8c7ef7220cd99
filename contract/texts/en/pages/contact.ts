import type { Parts, Wrap } from "../../language.ts";

/** What the contact page and the page for what is not there say. */
export const contact = {
  reasons: [
    {
      subject: "Question about a plan",
      title: "A plan or a price",
      text: "Which plan you have, which one you want, and the address you sign in with.",
    },
    {
      subject: "Something does not work",
      title: "Something does not work",
      text: "What you did, what you expected, and what happened instead. If there was a message on the screen, its words.",
    },
    {
      subject: "Mail I did not ask for",
      title: "Mail you did not ask for",
      text: "Its unsubscribe link works at once and for good. If it does not, forward the mail to us with all its headers.",
    },
    {
      subject: "Security",
      title: "A hole in our fence",
      text: "How to reproduce it, as briefly as possible. Please give us time to fix it before you tell others.",
    },
  ],
  title: "Write to us.",
  text: "One address for everything, read by the people who run this installation. Never send a password: nobody here needs it.",
  notFound: {
    title: "This page does not exist",
    text: <N>({ front, contact }: { front: Wrap<N>; contact: Wrap<N> }): Parts<N> => [
      "The address may be misspelled, or the page may be gone. ",
      front("Go to the front page"),
      ", or ",
      contact("write to us"),
      " if a link of ours brought you here.",
    ],
  },
};
