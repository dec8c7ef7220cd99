import type { Lead } from "../../../contract/schemas/lead.ts";
import { type LeadBook, leadNamed, scopeNamed } from "./leadBook.ts";

const ada = scopeNamed("ada");

/** Ada's three leads in two collections, and one of a stranger; by their first names. */
export async function filled(book: LeadBook): Promise<Record<string, Lead>> {
  await book.imports.import(ada, [
    leadNamed("Ann", { collection: ["spring"] }),
    leadNamed("Ben", { collection: ["spring", "autumn"] }),
    leadNamed("Cid", { collection: ["autumn"] }),
  ]);
  await book.imports.import(scopeNamed("bob"), [leadNamed("Stranger", { collection: ["spring"] })]);
  const leads = [...(await book.all(ada.workspaceId)), ...(await book.all(scopeNamed("bob").workspaceId))];
  return Object.fromEntries(leads.map((lead) => [lead.firstName, lead]));
}

export const idsOf = (rows: readonly (Pick<Lead, "_id"> | undefined)[]) => rows.map((row) => row?._id ?? "");
/** How many of Ada's leads are in each of her collections, by its name. */
export const counted = async ({ collections }: LeadBook) =>
  Object.fromEntries((await collections.list(ada)).map(({ name, count }) => [name, count]));
