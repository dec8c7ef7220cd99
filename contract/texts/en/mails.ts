/** The installation's own mails, and what it adds to the mails of campaigns. */
export const mails = {
  noAccount: "AMPLIFY_SYSTEM_SMTP is not set",
  notSent: (why: string) =>
    `A mail of this installation's own could not be sent (AMPLIFY_SYSTEM_SMTP): ${why}`,
  /** In place of their address, where others read it. */
  recipient: "the recipient",
  hello: (firstName: string) => `Hello ${firstName},`,
  nothingToDo: "If it was you, there is nothing to do.",
  passwordChanged: {
    subject: "Your password was changed",
    told: (when: string) => `The password of your account with Amplify was changed (${when}).`,
    help: "If it was not you, set a new one at once:",
    programs:
      "API keys and webhooks do not depend on the password and go on. Look through them, and remove what is not yours:",
  },
  newDevice: {
    subject: "A sign-in from a new device",
    told: ({ device, when }: { device: string; when: string }) =>
      `Somebody signed in to your account with Amplify from a device that had not signed in lately: ${device} (${when}).`,
    help: "If it was not you, change your password, which signs out everybody else:",
  },
  keyMade: {
    subject: "A new API key",
    told: ({ name, lastFour, when }: { name: string; lastFour: string; when: string }) =>
      `An API key was made in your name with Amplify: “${name}”, which ends in ${lastFour} (${when}). Whoever has it acts for you, as far as it allows.`,
    help: "If it was not you, revoke it at once, and change your password:",
  },
  webhookAimed: {
    subject: "Where a webhook delivers to",
    told: ({ name, host, when }: { name: string; host: string; when: string }) =>
      `A webhook was added in your name with Amplify, or given another address: “${name}” (${when}). What it is told of, such as whom you mail and who follows a link, goes to ${host}.`,
    help: "If it was not you, delete it at once, and change your password:",
  },
  webhookPaused: {
    subject: "A webhook was paused",
    told: ({ name, when }: { name: string; when: string }) =>
      `Nothing could be delivered to your webhook “${name}” any more, so it was paused (${when}). Events from before then are kept for it; new ones are not.`,
    help: "Look at its log, fix the receiver, and resume it:",
  },
  readingStopped: {
    subject: "A mailbox is not read any more",
    told: ({ name, when }: { name: string; when: string }) =>
      `The mailbox of ${name} refused the sign-in, so Amplify stopped reading answers there (${when}) and does not try again by itself. Sending is not affected.`,
    help: "See what the server said, and turn reading on again or off:",
  },
  passwordReset: {
    subject: "Your link to a new password",
    told: "Somebody, probably you, asked for a new password for your account with Amplify.",
    setIt: (minutes: number) => `Set it here within the next ${minutes} minutes; the link works once:`,
    notYou: "If it was not you, there is nothing to do: your password stays as it is.",
  },
  unsubscribe: {
    /** At the end of a mail that has no link of its own; `link` puts the link around its words. */
    html: (link: (words: string) => string) => `You can ${link("unsubscribe")} at any time.`,
    text: (address: string) => `You can unsubscribe at any time: ${address}`,
  },
};
