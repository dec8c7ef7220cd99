import type { Endpoint } from "../endpoint.ts";
import { reason } from "../reasons.ts";
import { reading, readingInput } from "../schemas/accounts/reading.ts";
import { message, withId } from "../schemas/fields.ts";
import { fewOf } from "../schemas/lists.ts";

const tag = "Sending accounts";

export const readingEndpoints = {
  "GET /amplify/auth/readings": {
    tag,
    summary: "Which accounts' mailboxes are read for answers, and how that stands",
    access: "session",
    keyScope: "none",
    ...fewOf(reading),
  },
  "PUT /amplify/auth/credentials/{id}/reading": {
    tag,
    summary: "Let an account's mailbox be read; it is signed in to first, and never changed",
    access: "session",
    keyScope: "none",
    rate: "accountTryPerUser",
    params: withId,
    body: readingInput,
    refusedWith: [
      "reading_impossible",
      "reading_permission_needed",
      reason("mailbox_sign_in_refused", { help: "smtp" }, "…"),
      reason("mailbox_closed", { place: "…" }, "…"),
    ],
    answer: reading,
    refusals: ["not_found", "unavailable", "password_required"],
  },
  "DELETE /amplify/auth/credentials/{id}/reading": {
    tag,
    summary: "Turn reading off; the sign-in to the mailbox is forgotten",
    access: "session",
    keyScope: "none",
    params: withId,
    answer: message,
    refusals: ["not_found"],
  },
} as const satisfies Record<string, Endpoint>;
