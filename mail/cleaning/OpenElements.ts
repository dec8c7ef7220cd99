import { htmlLimits } from "../../contract/limits/html.ts";

/** Elements without content and without an end (HTML, section 13.1.2). */
const empty = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const cells = ["td", "th"];
const tableParts = [...cells, "tr", "thead", "tbody", "tfoot"];
const ofTable = new Set([...cells, "caption", "table"]);
const endsParagraph =
  "address article aside blockquote center dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul".split(
    " ",
  );

/** What an element ends that was left open right before it, as far as mails leave out such ends (section 13.1.2.4). */
const ends = new Map<string, ReadonlySet<string>>([
  ...endsParagraph.map((name): [string, Set<string>] => [name, new Set(["p"])]),
  ["li", new Set(["li", "p"])],
  ["dt", new Set(["dt", "dd", "p"])],
  ["dd", new Set(["dt", "dd", "p"])],
  ...cells.map((name): [string, Set<string>] => [name, new Set([...cells, "p"])]),
  ["tr", new Set([...cells, "tr", "p"])],
  ...["thead", "tbody", "tfoot"].map((name): [string, Set<string>] => [name, new Set([...tableParts, "p"])]),
]);

/**
 * The elements that are open while HTML is read from its beginning, as a reader of mail has them. No more than
 * `htmlLimits.depthMax` at once: programs that show mail fall over deeper ones, or take for ever.
 */
export class OpenElements {
  #names: string[] = [];
  #counts = new Map<string, number>();
  /** Open ones beyond the bound; they are not in the list. */
  #beyond = 0;

  /** False where it is too deep to be written. */
  open(name: string): boolean {
    const ended = ends.get(name);
    if (this.#beyond === 0 && ended !== undefined) while (ended.has(this.#names.at(-1) ?? "")) this.#pop();
    if (empty.has(name)) return true;
    if (this.#names.length >= htmlLimits.depthMax) {
      this.#beyond += 1;
      return false;
    }
    this.#names.push(name);
    this.#counts.set(name, this.count(name) + 1);
    return true;
  }

  /** How many of a name are open. */
  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /**
   * What ends with this element: it and what is open within it, the innermost first. Nothing where it is not open,
   * and null where it belongs to one that was too deep.
   */
  close(name: string): string[] | null {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return null;
    }
    const ended: string[] = [];
    if (this.count(name) === 0) return ended;
    for (;;) {
      const last = this.#pop();
      if (last === undefined) return ended;
      ended.push(last);
      if (last === name) return ended;
    }
  }

  /** Whether it is between the cells of a table, where another table would end it. */
  isBetweenCells(): boolean {
    return this.#names.findLast((name) => ofTable.has(name)) === "table";
  }

  /** Everything that is open, the innermost first. */
  all(): string[] {
    return this.#names.toReversed();
  }

  #pop(): string | undefined {
    const name = this.#names.pop();
    if (name !== undefined) this.#counts.set(name, this.count(name) - 1);
    return name;
  }
}
