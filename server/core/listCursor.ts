import { createHash } from "node:crypto";
import { refused } from "../../contract/refused.ts";

/** All that says which list it is, and in which order: its name, whose it is, sort and filters. */
export type ListNamed = readonly unknown[];

const version = 1;
const digestLength = 16;

/**
 * A place in a list, as a text that callers hand back and nobody has to read. It says which list it is of, so that it is
 * not taken in another, whose order it does not know.
 */
export function cursorAt(list: ListNamed, place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([version, digestOf(list), ...place])).toString("base64url");
}

/** @throws {Refusal} bad_request for what is no cursor of this list, or is one that an earlier version gave. */
export function placeAt<T extends readonly unknown[]>(
  list: ListNamed,
  cursor: string,
  isPlace: (values: readonly unknown[]) => values is T,
): T {
  const [ofVersion, digest, ...values] = listIn(cursor);
  if (ofVersion !== version || digest !== digestOf(list) || !isPlace(values)) throw refused("cursor_unknown");
  return values;
}

function listIn(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function digestOf(list: ListNamed): string {
  const text = JSON.stringify(list.map((part) => part ?? null));
  return createHash("sha256").update(text).digest("base64url").slice(0, digestLength);
}
