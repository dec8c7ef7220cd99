import { amount } from "../../../sentences/en/words.ts";

/** The way to the first mail. */
export const start = {
  what: "The first steps",
  title: "Your first mail, in four steps.",
  done: "Your first mail is out.",
  about: "About five minutes. Nothing leaves this server until you connect a mailbox of your own.",
  doneAbout: "All four steps are done. From here on it is the same each time.",
  samples: "Do it all with sample data",
  makingSamples: "Creating the sample data…",
  removeSamples: "Remove the sample data",
  removingSamples: "Removing the sample data…",
  aboutSamples:
    "There is sample data here, all of it invented. Removing it leaves everything of your own as it is.",
  putAway: "Put this away",
  isPutAway:
    "The first steps are put away. You find them again under Getting started, in the menu with your initials.",
  steps: {
    leads: {
      title: "Bring your leads",
      about: "A .csv, .xls or .xlsx file with a column of names and one of email addresses is enough.",
      done: (count: number) => `${amount(count, "lead")} here.`,
      import: "Import a file",
      add: "Add one by hand",
      sample: "Use sample leads",
      see: "See them",
    },
    template: {
      title: "Choose what they read",
      about: "Begin with one of the starters, and make it yours at any time.",
      done: "A template is ready.",
      choose: "Choose a starter",
      see: "Change it",
      dialog: "Choose a starter",
      making: "Making the template…",
    },
    account: {
      title: "Choose who it comes from",
      about: "Try it with the sandbox, a mailbox inside Amplify, or connect your own.",
      done: "A sending account is connected.",
      sandbox: "Use the sandbox",
      own: "Connect mine",
      see: "See it",
    },
    mail: {
      title: "Send it, and watch",
      about:
        "Before anything is sent you see the mail and how many it goes to; afterwards, what became of every single one.",
      done: "Sent. The campaign shows what became of each.",
      send: "Send the first mail",
      see: "See what became of it",
    },
  },
  subject: "Hello {{firstName|there}}, this is our first letter",
  isDone: "Done",
  strip: {
    label: "First steps",
    going: "Your first mail is on its way.",
    text: ({ done, next }: { done: number; next: string }) =>
      `${done} of 4 steps to your first mail. Next: ${next}`,
    all: "Show the steps",
  },
};
