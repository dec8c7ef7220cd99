import type { Endpoint } from "../endpoint.ts";
import { message, withId } from "../schemas/fields.ts";
import { leadNote, leadNoteInput, ofNote } from "../schemas/leadNotes.ts";
import { wholeOf } from "../schemas/lists.ts";

/** What people write down about a lead for themselves and whoever works with them. */
export const leadNoteEndpoints = {
  "GET /amplify/leads/{id}/notes": {
    tag: "Leads",
    summary: "The notes about a lead, the newest first",
    access: "session",
    params: withId,
    ...wholeOf(leadNote, { at: "desc" }),
    refusals: ["not_found"],
  },
  "POST /amplify/leads/{id}/notes": {
    tag: "Leads",
    summary: "Write a note about a lead",
    access: "session",
    params: withId,
    body: leadNoteInput,
    status: 201,
    answer: leadNote,
    refusals: ["not_found", "conflict"],
  },
  "DELETE /amplify/leads/{id}/notes/{noteId}": {
    tag: "Leads",
    summary: "Delete a note",
    access: "session",
    params: ofNote,
    answer: message,
    refusals: ["not_found"],
  },
} as const satisfies Record<string, Endpoint>;
