/** The declarations of a mail's style sheets for each element, as text; `important` ones override its own `style`. */
type SheetStyle = { normal: Map<string, string>; important: Map<string, string> };
export type SheetStyles = ReadonlyMap<Element, SheetStyle>;

type Rule = { selector: string; declarations: [name: string, value: string][] };
type Weighted = Rule & { weight: number };

/**
 * The rules that hold on any screen, and what the mail's own rules for the dark make of them; null where there are
 * none. Rules for one width of screen are left out, as are selectors that this browser does not know. The sheets
 * stand in `noframes`, as `inertMail` leaves them.
 */
export function sheetStyles(document: Document): { light: SheetStyles; dark: SheetStyles | null } {
  const css = [...document.querySelectorAll("noframes")].map((sheet) => sheet.textContent ?? "").join("\n");
  const { rules, dark } = rulesOf(css.replaceAll(/\/\*[\s\S]*?\*\//g, ""));
  return {
    light: applied(document, rules),
    dark: dark.length === 0 ? null : applied(document, [...rules, ...dark]),
  };
}

function rulesOf(css: string): { rules: Rule[]; dark: Rule[] } {
  const rules: Rule[] = [];
  const dark: Rule[] = [];
  let at = 0;
  for (;;) {
    const open = css.indexOf("{", at);
    const end = open < 0 ? -1 : closingBrace(css, open);
    if (end < 0) return { rules, dark };
    // What stands before the last semicolon is a rule without a block, such as `@charset`.
    const prelude = css.slice(at, open).split(";").at(-1)?.trim() ?? "";
    const inner = css.slice(open + 1, end);
    if (!prelude.startsWith("@")) rules.push({ selector: prelude, declarations: declarationsIn(inner) });
    else if (/^@media\s*(screen\s+and\s*)?\(\s*prefers-color-scheme\s*:\s*dark\s*\)$/i.test(prelude))
      dark.push(...rulesOf(inner).rules);
    at = end + 1;
  }
}

function closingBrace(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === "{") depth += 1;
    else if (css[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Names in small letters, with their values; semicolons within brackets belong to an address. */
export function declarationsIn(text: string): [name: string, value: string][] {
  return text.split(/;(?![^(]*\))/).flatMap((part): [string, string][] => {
    const colon = part.indexOf(":");
    return colon < 0 ? [] : [[part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim()]];
  });
}

/** The lighter selector first, so that the heavier one has the last word; among equals it is the later one. */
function applied(document: Document, rules: readonly Rule[]): SheetStyles {
  const styles = new Map<Element, SheetStyle>();
  const single = rules.flatMap((rule): Weighted[] =>
    rule.selector.split(",").map((selector) => ({ ...rule, selector, weight: weightOf(selector) })),
  );
  for (const { selector, declarations } of single.sort((one, other) => one.weight - other.weight)) {
    for (const element of matching(document, selector)) {
      const style = styles.get(element) ?? { normal: new Map(), important: new Map() };
      styles.set(element, style);
      for (const [name, value] of declarations)
        (/!\s*important/i.test(value) ? style.important : style.normal).set(name, value);
    }
  }
  return styles;
}

function matching(document: Document, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector);
  } catch {
    return [];
  }
}

/** Ids before classes before names of elements (CSS Selectors 4, section 17), near enough for mails. */
function weightOf(selector: string): number {
  const count = (pattern: RegExp) => selector.match(pattern)?.length ?? 0;
  return count(/#[\w-]/g) * 10_000 + count(/[.[:][\w-]/g) * 100 + count(/(^|[\s>+~])[a-z]/gi);
}
