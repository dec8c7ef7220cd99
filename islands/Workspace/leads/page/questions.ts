import { asks, question } from "../../../_data/queries.ts";

/** One lead, whichever list it is in. */
export const leadQuestion = (id: string) =>
  question(["leads", "one", id], asks("GET /amplify/leads/{id}", { params: { id } }));

export const leadNotesQuestion = (id: string) =>
  question(["leadHistories", id, "notes"], asks("GET /amplify/leads/{id}/notes", { params: { id } }));
