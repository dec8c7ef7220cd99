import { Refusal } from "../../contract/errors.ts";
import { plainCollectionName } from "../../contract/leads/plainCollectionName.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { boundedList } from "../format/boundedList.ts";
import { shortId } from "../format/campaignFigures.ts";

type Kind =
  | "account"
  | "campaign"
  | "collection"
  | "folder"
  | "image"
  | "import"
  | "segment"
  | "sequence"
  | "template";

type Candidate = {
  id: string;
  name: string;
  /** What distinguishes it from others of the same name. */
  detail?: string;
  /** Names of which the beginning is enough. */
  begins?: readonly string[];
};

/**
 * The one item that `text` names: by its identifier, its name regardless of case, or the beginning or end of its
 * identifier; if the kind allows it, by the beginning of its name.
 * @throws {Refusal} if no item is named, or more than one.
 */
export function pickOne<T>(
  items: readonly T[],
  text: string,
  { kind, of, texts }: { kind: Kind; of: (item: T) => Candidate; texts: OutputTexts },
): T {
  const wanted = text.trim().toLowerCase();
  const called = (name: string) => items.filter((item) => isCalled(of(item), { text, wanted: name }));
  let exact = wanted === "" ? [] : called(wanted);
  // Collections that look alike are one, and an import takes its name as it is typed.
  if (exact.length === 0 && kind === "collection")
    exact = called(plainCollectionName(wanted.normalize("NFC")));
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
  // With a comma in it a name would look like two.
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

// An empty text, such as an unset shell variable, would be the beginning of every name, and names nothing.
function isMeant({ id, begins = [] }: Candidate, wanted: string): boolean {
  if (wanted.length >= shortest && isPartOf(id, wanted)) return true;
  return wanted !== "" && begins.some((name) => name.toLowerCase().startsWith(wanted));
}

// Only random identifiers can be abbreviated: "News" must not mean the starter template with the identifier "starter-news".
export function isPartOf(id: string, wanted: string): boolean {
  if (!/^[0-9a-f-]+$/.test(id)) return false;
  return id.startsWith(wanted) || id.endsWith(wanted) || shortId(id).startsWith(wanted);
}

// Fewer characters of an identifier would soon be ambiguous.
const shortest = 4;
