/** What each page is called in the browser, and what search engines are told of it. */
export const titles = {
  landing: {
    title: "Amplify | Easy email campaigns",
    description:
      "Keep leads, design templates, send through your own mailbox and see what happened to every message.",
  },
  login: {
    title: "Amplify | Login",
    description: "Sign in to your Amplify account.",
  },
  signUp: {
    title: "Amplify | Sign up",
    description: "Create an Amplify account. The first 50 leads are free.",
  },
  pricing: {
    title: "Amplify | Pricing",
    description: "Three plans: Free for up to 50 leads, Premium for up to 1,000, Enterprise without a limit.",
  },
  reference: {
    title: "Amplify | API reference",
    description: "Every call of the API with its fields, examples and errors, and a way to try it.",
  },
  contact: {
    title: "Amplify | Contact",
    description: "How to reach the people behind Amplify.",
  },
  privacy: {
    title: "Amplify | Privacy policy",
    description: "What Amplify keeps about you, what for, and how to have it removed.",
  },
  terms: {
    title: "Amplify | Terms of service",
    description: "The terms under which Amplify may be used.",
  },
  workspace: {
    title: "Amplify | Workspace",
    description: "Your leads, templates, sending accounts and campaigns.",
  },
  account: {
    title: "Amplify | Settings",
    description: "Your password, where you are signed in, and everything that is kept about you.",
  },
  approve: {
    title: "Amplify | Let a program in",
    description: "Approve a program that wants a key to your workspace.",
  },
  forgot: {
    title: "Amplify | Forgot your password?",
    description: "Get a link to a new password by mail.",
  },
  notFound: {
    title: "Amplify | Not found",
    description: "This page does not exist.",
  },
  visitReturn: {
    title: "Amplify | Your visit",
    description: "How your visit to Google or Microsoft ended.",
  },
  unsubscribe: {
    title: "Amplify | Unsubscribe",
    description: "Stop getting mail from this sender.",
  },
  unsubscribed: {
    title: "Amplify | You are unsubscribed",
    description: "You get no more mail from this sender.",
  },
  comeBack: {
    title: "Amplify | Subscribe again",
    description: "Get mail from this sender again.",
  },
  unknownUnsubscribe: {
    title: "Amplify | Unknown link",
    description: "This link is incomplete.",
  },
  unknownLink: {
    title: "Amplify | Unknown link",
    description: "This link is not known here.",
  },
  setup: {
    title: "Amplify | Set up Google and Microsoft",
    description: "What the clients at Google and Microsoft need, and whether they have it.",
  },
  sandbox: {
    mailbox: "Amplify | Sandbox mailbox",
    mail: (subject: string) => `Amplify | ${subject}`,
    notFound: "Amplify | Not found",
    description: "Mails that sandbox accounts have sent.",
  },
  reset: {
    title: "Amplify | Set a new password",
    description: "Set a new password with the link from the mail.",
  },
};
