import { plainCollectionName } from "./plainCollectionName.ts";

/**
 * What tells the name of a field or a segment from another: not its case, nor spaces or letters that nobody sees, nor whether an
 * accent is a character of its own. Names come with a bound.
 */
export function lookOfName(name: string): string {
  return plainCollectionName(name.normalize("NFC")).toLowerCase();
}
