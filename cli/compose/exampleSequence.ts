import type { WrittenSequence } from "./sequenceFile.ts";

/** The file that `amplify sequences example` prints as a starting point. */
export const exampleSequence: WrittenSequence = {
  name: "Welcome",
  collections: ["spring"],
  joinLater: true,
  zone: "Europe/Berlin",
  window: { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" },
  stop: { onClick: true },
  steps: [
    { template: "Welcome", subject: "Welcome, {{firstName}}" },
    { template: "Reminder", subject: "Did you see it?", after: "3 days", if: "notOpened", sameThread: true },
  ],
};
