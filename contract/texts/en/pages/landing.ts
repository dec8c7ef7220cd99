import type { Parts, Wrap } from "../../language.ts";

/** What the front page says. */
export const landing = {
  oneScreen: {
    title: "From a list to sent, on one screen",
    text: "Pick the leads, pick a template, press Send. One line counts while it happens. Close the tab if you like: sending goes on without it.",
    picture:
      "The workspace: a campaign is being sent, its progress in one line above a table of leads in collections.",
  },
  mission: {
    title: "Our mission",
    text: "Put the right words in front of the right people, and show honestly what happened to each.",
  },
  drawing: {
    caption: (count: number) => `One campaign of ${count}, a bar for each message`,
    sent: (count: number) => `${count} sent`,
    waiting: (count: number) => `${count} waiting`,
    failed: (count: number) => `${count} failed`,
    uncertain: (count: number) => `${count} uncertain`,
    skipped: (count: number) => `${count} skipped`,
  },
  closing: {
    title: "Your first 50 leads are free.",
    text: "Try the whole job without a mail account: the sandbox takes your first campaign and shows you every mail in it.",
    contact: "Contact us",
  },
  openWorkspace: "Open your workspace",
  createAccount: "Create account",
  login: "Login",
  features: {
    what: "What Amplify does",
    leads: "Leads in collections",
    leadsText:
      "Import CSV, XLS or XLSX. Amplify guesses the columns, keeps every good row and tells you, line by line, why it left out the others. They come back to you as a file to put right.",
    leadsPicture: "After an import: how many leads were added, and each rejected row with its reason.",
    templates: "Templates that know a name",
    templatesText:
      "Begin with a public template or your own, see it as your lead will see it, and write for people who left their name out too.",
    accounts: "Your own accounts",
    accountsText:
      "Send through Google, Outlook or any SMTP server. Google is asked for leave to send and for nothing else. Each account keeps to its provider’s daily limit by itself.",
    accountsPicture: "A sending account: ready to send, with today’s budget as a bar.",
    ledger: "A ledger, not a green tick",
    ledgerText:
      "Sent, waiting, failed, skipped or uncertain: each message has one outcome, with the reason in words, live while it happens and kept for later.",
    ledgerPicture: "The recipients of a campaign, each with its outcome and the mail server’s reason.",
    terminal: "A terminal and an API",
    terminalText:
      "All of it also works by command, with the same rules: plan, confirm, send, watch. Premium and Enterprise come with the API behind it.",
    optOut: "Opting out is for good",
    optOutText:
      "Every campaign mail can be unsubscribed from with one click. Whoever does that stays out, even when you delete the lead and import it again next spring.",
    tracking:
      "Opens and clicks are counted if you want that, and only those of people: what Apple’s privacy proxy and mail scanners fetch by themselves is left out.",
  },
  example: {
    youWrite: "You write",
    written: <N>(field: Wrap<N>): Parts<N> => ["Dear {{", field("firstName|friend"), "}},"],
    namedReads: "Mara reads",
    named: "Dear Mara,",
    namelessReads: "Somebody without a name reads",
    nameless: "Dear friend,",
  },
  hero: {
    title: "Easy email campaigns, honestly counted.",
    text: "Keep your leads, design a template, send through your own mailbox, and see what happened to every single message.",
    free: "Free for up to 50 leads. No card asked.",
  },
  story: {
    title: "Why we count like this",
    answers:
      "When a program hands a message to a mail server, it gets one line back. Most of the time the line says yes. Sometimes it says later, or no. And once in a while the connection drops after the last byte and before the answer, and nobody can know.",
    uncertain:
      "It is tempting to round that last case up to “sent”, or to send again to be safe, and then somebody gets the same mail twice. We built Amplify around that moment instead: it has a name here, a place in every count, and a button beside it. The rest followed from counting everything the same way.",
    caption: "What a mail server answers, and what we write down",
    meanings: {
      sent: "It took the message. That is all it says.",
      waiting: "Not now. We come back, for up to a day.",
      failed: "Not ever. You see the reason as it was given.",
      uncertain: "It may have arrived. We never send it again by ourselves; you decide.",
    },
    outcomes: {
      sent: "sent",
      waiting: "waiting",
      failed: "failed",
      uncertain: "uncertain",
    },
    lineDead: "(the line goes dead)",
  },
  /** What we answer for where nobody has been quoted yet: invented customers would be the first thing to count wrong. */
  testimonials: {
    quotes: [
      {
        quote: "No message goes out twice because we were not sure about the first one.",
        about: "on sending",
      },
      {
        quote: "Whoever opts out stays out, also after the lead is deleted and imported again.",
        about: "on leads",
      },
      {
        quote: "A password you trust us with is sealed, and never shown again. Not even to you.",
        about: "on accounts",
      },
    ],
    title: "Testimonials",
    promises:
      "Quotes are easily made up, so in place of praise here are sentences of our own team that you can hold us to: a test checks each of them on every change we make.",
    team: (about: string) => `The Amplify team, ${about}`,
  },
};
