import type { Endpoint } from "../endpoint.ts";
import { account, deletion, planAnswer, signedInSession } from "../schemas/account.ts";
import { message, withId } from "../schemas/fields.ts";
import { fewOf } from "../schemas/lists.ts";
import { tracking, trackingInput } from "../schemas/tracking.ts";

export const accountEndpoints = {
  "GET /amplify/account": {
    tag: "Your account",
    summary: "Who one is here, and how much is kept",
    access: "session",
    person: true,
    answer: account,
  },
  "GET /amplify/account/sessions": {
    tag: "Your account",
    summary: "Where one is signed in, the one used last first",
    access: "session",
    keyScope: "none",
    person: true,
    ...fewOf(signedInSession),
  },
  "DELETE /amplify/account/sessions/{id}": {
    tag: "Your account",
    summary: "Sign out of one of them",
    access: "session",
    keyScope: "none",
    person: true,
    params: withId,
    answer: message,
    refusals: ["not_found"],
  },
  "GET /amplify/plan": {
    tag: "Your account",
    summary: "What the plan of the workspace allows; everything where this installation has no plans",
    access: "session",
    answer: planAnswer,
  },
  "GET /amplify/account/tracking": {
    tag: "Your account",
    summary: "Whether opens and clicks are counted where a send does not say",
    access: "session",
    answer: tracking,
  },
  "PUT /amplify/account/tracking": {
    tag: "Your account",
    summary: "Choose whether opens and clicks are counted; what is left out stays",
    access: "session",
    body: trackingInput,
    answer: tracking,
  },
  "DELETE /amplify/account/sessions": {
    tag: "Your account",
    summary: "Sign out everywhere, here too",
    access: "session",
    keyScope: "none",
    person: true,
    answer: message,
  },
  "GET /amplify/account/export": {
    tag: "Your account",
    summary: "Everything that is kept of one, as a ZIP archive of JSON and CSV files",
    access: "session",
    keyScope: "none",
    person: true,
    rate: "exportPerUser",
    answer: "application/zip",
  },
  "POST /amplify/account/delete": {
    tag: "Your account",
    summary: "Delete the account and all that is kept with it; what is being sent stops first",
    access: "session",
    keyScope: "none",
    person: true,
    body: deletion,
    answer: message,
    refusals: ["invalid_credentials", "rate_limited", "forbidden", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
