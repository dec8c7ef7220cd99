import type { Lead } from "../../../contract/schemas/lead.ts";

type Said = Pick<Lead, "firstName" | "lastName" | "email" | "phone" | "collection">;

/**
 * What somebody changed of a lead that they opened, over what it is by now: a colleague, or another window, may have
 * changed the rest since.
 */
export function mergeLeadEdits(said: Said, { opened, now }: { opened: Said; now: Said }): Said {
  const one = (key: "firstName" | "lastName" | "email" | "phone") =>
    said[key] === opened[key] ? now[key] : said[key];
  const joined = said.collection.filter((name) => !opened.collection.includes(name));
  const left = opened.collection.filter((name) => !said.collection.includes(name));
  return {
    ...{ firstName: one("firstName"), lastName: one("lastName"), email: one("email"), phone: one("phone") },
    collection: [...new Set([...now.collection.filter((name) => !left.includes(name)), ...joined])],
  };
}
