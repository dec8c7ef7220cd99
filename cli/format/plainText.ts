import { stripVTControlCharacters } from "node:util";

// Besides the control characters (C0, C1, line and paragraph separators) those that change the writing direction, with
// which a name could make a line read as something else.
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Text from the server made safe for a terminal: one line, no escape sequences, no control characters. A lead's
 * name or a mail server's reply must never move the cursor, set the title or write to the clipboard.
 */
export function plainText(text: string): string {
  return printable(text).trim();
}

/** The same for a part of a line, whose leading and trailing blanks are kept. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(unprintable, " ");
}

/** JSON over several lines, for people, escaped as `plainJson` does. */
export function indentedJson(value: unknown): string {
  // Within JSON strings line ends are always escaped, so these are the lines of the indentation.
  return JSON.stringify(value, null, 2).split("\n").map(escaped).join("\n");
}

/** JSON on one line with every unprintable character escaped, even those that JSON itself allows. */
export function plainJson(value: unknown): string {
  return escaped(JSON.stringify(value));
}

function escaped(json: string): string {
  return json.replace(unprintable, (run) =>
    [...run].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}
