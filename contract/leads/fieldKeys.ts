import { leadLimits } from "../limits/leads.ts";

/** What a lead has anyway, in calls, in mails and in sheets: no field of a workspace's own can be called so. */
const ownNames = new Set(
  [
    "id",
    "firstName",
    "lastName",
    "name",
    "email",
    "phone",
    "collection",
    "collections",
    "optout",
    "unsubscribed",
    "subscribed",
    "unsubscribeUrl",
    "emailCount",
    "openedCount",
    "createdAt",
    "updatedAt",
    "fields",
    "sent",
    "opened",
  ].map((name) => name.toLowerCase()),
);

export const fieldKeyPattern = `^[A-Za-z][A-Za-z0-9_]{0,${leadLimits.fieldKeyMax - 1}}$`;

export function isOwnName(key: string): boolean {
  // Values are looked up by key, where an object would answer what every object has.
  return ownNames.has(key.toLowerCase()) || key in Object.prototype;
}

/** A key made of a label: "Company name" is companyName. `taken` has those that are in use, in lower case. */
export function keyOfLabel(label: string, taken: ReadonlySet<string>): string {
  const words =
    label
      .replaceAll("ß", "ss")
      .normalize("NFKD")
      .replace(/[\p{M}'’]/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word, index) => (index === 0 ? startingSmall(word) : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  const base = (/^[A-Za-z]/.test(joined) ? joined : `field${joined}`).slice(0, leadLimits.fieldKeyMax - 3);
  const isFree = (key: string) => !isOwnName(key) && !taken.has(key.toLowerCase());
  let key = base;
  for (let number = 2; !isFree(key); number += 1) key = `${base}${number}`;
  return key;
}

/** "VAT" stays as it is, "Company" becomes company. */
function startingSmall(word: string): string {
  return /^[A-Z0-9]{2,}$/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);
}
