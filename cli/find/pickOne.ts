import { Refusal } from "../../contract/errors.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { boundedList } from "../format/amounts.ts";
import { shortId } from "../format/campaignFigures.ts";

type Kind = "account" | "campaign" | "collection" | "folder" | "image" | "import" | "segment" | "template";

type Candidate = {
  id: string;
  name: string;
  /** What else tells it from others of its name. */
  detail?: string;
  /** What it is called where a beginning of that is enough to mean it. */
  begins?: readonly string[];
};

/**
 * The one thing that `text` means: an identifier, a name without regard to case, or the beginning or end of one
 * identifier only, also as lists show it; where its kind allows that, the beginning of one name only as well.
 * @throws {Refusal} where it means nothing, or more than one.
 */
export function pickOne<T>(
  items: readonly T[],
  text: string,
  { kind, of, texts }: { kind: Kind; of: (item: T) => Candidate; texts: OutputTexts },
): T {
  const wanted = text.trim().toLowerCase();
  const exact = wanted === "" ? [] : items.filter((item) => isCalled(of(item), { text, wanted }));
  const found = exact.length > 0 ? exact : items.filter((item) => isMeant(of(item), wanted));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (found.length > 1) {
    const ids = boundedList(
      found.map((item) => {
        const { id, name, detail } = of(item);
        const told = detail ?? (name.toLowerCase() === wanted ? "" : name);
        return told === "" ? shortId(id) : `${shortId(id)} (${told})`;
      }),
      cliLimits.addressesShown,
      texts,
    );
    throw new Refusal("conflict", texts.find[kind].several({ text, count: found.length, ids }));
  }
  const all = items.map((item) => of(item).name).filter(Boolean);
  // A comma in a name would look like the end of it.
  const names = all.some((name) => name.includes(",")) ? all.map((name) => `"${name}"`) : all;
  throw new Refusal(
    "not_found",
    names.length === 0
      ? texts.find[kind].none(text)
      : texts.find[kind].others({ text, names: boundedList(names, cliLimits.addressesShown, texts) }),
  );
}

function isCalled({ id, name }: Candidate, { text, wanted }: { text: string; wanted: string }): boolean {
  return id === text || name.toLowerCase() === wanted;
}

// Nothing said, as by a variable of a shell that is not set, is the beginning of every name and means none.
function isMeant({ id, begins = [] }: Candidate, wanted: string): boolean {
  if (wanted.length >= shortest && isPartOf(id, wanted)) return true;
  return wanted !== "" && begins.some((name) => name.toLowerCase().startsWith(wanted));
}

// "News" is not the starter whose identifier is "starter-news": it would be sent to everybody in place of one's own.
export function isPartOf(id: string, wanted: string): boolean {
  if (!/^[0-9a-f-]+$/.test(id)) return false;
  return id.startsWith(wanted) || id.endsWith(wanted) || shortId(id).startsWith(wanted);
}

// Fewer characters of an identifier would soon mean something else.
const shortest = 4;
