/** What whoever got a mail reads behind its links. */
export const recipient = {
  testMail: {
    title: "This was a test mail",
    text: "In a campaign, this link leads each recipient to their own unsubscribe page.",
  },
  notWhole: {
    title: "This link is not whole",
    text: "Nobody was unsubscribed. The link may have been cut short on its way: open it once more from the mail itself, or answer the mail and ask its sender to take you off the list.",
  },
  unknown: {
    title: "This link is not known here",
    text: "It may have been cut short on its way, or the mail it stood in has been deleted by its sender since. You have been led nowhere and nothing was counted.",
  },
  unsubscribed: {
    title: "You are unsubscribed",
    text: ({ from, email }: { from: string | null; email: string }) =>
      `${from ?? "The sender"} can no longer send mail to ${email} from here. A mail that is already on its way may still arrive.`,
  },
  unsubscribe: {
    ask: "Unsubscribe?",
    word: "Unsubscribe",
    text: ({ from, email }: { from: string | null; email: string }) =>
      `You will get no further mail from ${from ?? "this sender"} at ${email}.`,
  },
};
