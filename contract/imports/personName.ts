import { namesWholePerson } from "./guessColumns.ts";

/** First and last name; the last one is blank where one text has both and does not say which is which. */
export type Names = { firstName: string; lastName: string };

/**
 * The names of a row. A whole name stays in one piece, as nobody can tell where "Ann Marie van Dyk" is to be split; "Doe, John"
 * says so itself, where no column has last names and the one that was chosen is of whole names.
 */
export function personName(written: Names, { column, isAlone }: { column: string; isAlone: boolean }): Names {
  const names = {
    firstName: withoutAddress(written.firstName),
    lastName: withoutAddress(written.lastName),
  };
  const parts = isAlone && namesWholePerson(column) ? commaParts(names.firstName) : null;
  return parts ?? names;
}

/** "Ann Lee <ann@example.com>", as mail programs write, and as a cell is shown that links to an address. */
export function withoutAddress(name: string): string {
  if (!name.endsWith(">")) return name;
  const at = name.lastIndexOf("<");
  const address = name.slice(at + 1, -1);
  const before = name.slice(0, Math.max(0, at)).trimEnd();
  return before === "" || !address.includes("@") || /[\s>]/.test(address) ? name : before;
}

/** "Doe, John"; not "Acme, Inc.", "John Smith, Jr.", "John, Mary, Ann", or anything with a number or an "&". */
const twoParts = /^([\p{L}\p{M}'’. -]{1,60}),\s*([\p{L}\p{M}'’. -]{1,60})$/u;
const titles =
  /^(?:jr|sr|jun|sen|ii|iii|iv|phd|md|dds|dvm|esq|cpa|mba|msc|bsc|ba|ma|rn|inc|incorporated|llc|llp|lp|plc|ltd|limited|co|corp|corporation|company|gmbh|ag|kg|kgaa|ohg|ug|ev|se|sa|sarl|sas|sl|srl|spa|bv|nv|ab|as|oy|aps|pty|kft|zrt|sro|spzoo|the|and|und|et|y)$/;
const wordsMax = 4;

function commaParts(text: string): Names | null {
  const [, lastName, firstName] = twoParts.exec(text)?.map((part) => part.trim()) ?? [];
  if (!lastName || !firstName) return null;
  const words = [lastName, firstName].map((part) => part.split(/\s+/));
  const isTitled = words.some(
    (part, nth) =>
      // One word before the comma is a name: there are people called Ma, Co or Se.
      (nth > 0 || part.length > 1) &&
      part.some((word) => titles.test(word.toLowerCase().replaceAll(".", ""))),
  );
  return isTitled || words.some(({ length }) => length > wordsMax) ? null : { firstName, lastName };
}
