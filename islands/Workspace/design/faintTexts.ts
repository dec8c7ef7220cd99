import { type Colour, contrastRatio, readColour } from "./colours.ts";

type Look = { text: Colour | null; ground: Colour | null; sizePx: number; bold: boolean; hidden: boolean };
export type FaintText = { element: Element; ratio: number };

const paper: Look = { text: [0, 0, 0], ground: [255, 255, 255], sizePx: 16, bold: false, hidden: false };
const plainLink: Colour = [0, 0, 238];

/**
 * The elements whose text is hard to read on what is behind it (WCAG 2.2, 1.4.3: 4.5 to 1, and 3 to 1 for large
 * text). Styles are read as `inertMail` leaves them; what lies on a picture cannot be judged and is left out.
 */
export function faintTexts(document: Document): FaintText[] {
  const looks = new Map<Element, Look>();
  const found: FaintText[] = [];
  const link = linkColour(document);
  for (const element of document.querySelectorAll("body, body *")) {
    const outer = element.parentElement === null ? paper : (looks.get(element.parentElement) ?? paper);
    const look = lookOf(element, { outer, link });
    looks.set(element, look);
    const { text, ground, hidden } = look;
    if (hidden || text === null || ground === null || !holdsText(element)) continue;
    const ratio = contrastRatio({ text, ground });
    const isLarge = look.sizePx >= 24 || (look.bold && look.sizePx >= 18.66);
    if (ratio < (isLarge ? 3 : 4.5)) found.push({ element, ratio });
  }
  return found;
}

function holdsText(element: Element): boolean {
  if (/^(noframes|script|title)$/i.test(element.localName)) return false;
  return [...element.childNodes].some(
    (node) => node.nodeType === 3 && (node.textContent ?? "").trim() !== "",
  );
}

function lookOf(element: Element, { outer, link }: { outer: Look; link: Colour | null }): Look {
  const style = declarations(element);
  const look = { ...outer };
  if (element.localName === "a") look.text = link;
  const text = readColour(style.get("color") ?? element.getAttribute("color") ?? "inherit");
  if (style.has("color") && !/inherit/.test(style.get("color") ?? ""))
    look.text = text === "transparent" ? null : text;
  else if (/inherit/.test(style.get("color") ?? "")) look.text = outer.text;
  const ground =
    style.get("background-color") ?? style.get("background") ?? element.getAttribute("bgcolor") ?? "";
  if (ground !== "") {
    const read = readColour(ground.split(/\s+(?![^(]*\))/)[0] ?? "");
    if (read !== "transparent") look.ground = read;
  }
  if (/url\(/i.test(`${style.get("background-image") ?? ""}${style.get("background") ?? ""}`))
    look.ground = null;
  const size = /^([\d.]+)px/.exec(style.get("font-size") ?? "")?.[1];
  if (size !== undefined) look.sizePx = Number(size);
  if (/^(b|strong|h[1-6])$/.test(element.localName)) look.bold = true;
  const weight = style.get("font-weight");
  if (weight !== undefined) look.bold = weight === "bold" || Number(weight) >= 700;
  if (/^none/.test(style.get("display") ?? "") || style.get("font-size") === "0") look.hidden = true;
  return look;
}

function declarations(element: Element): Map<string, string> {
  const text = element.getAttribute("data-style") ?? "";
  return new Map(
    text.split(/;(?![^(]*\))/).flatMap((part) => {
      const colon = part.indexOf(":");
      return colon < 0 ? [] : [[part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim()]];
    }),
  );
}

/** Links take their colour from the mail's style sheet, where it says one. */
function linkColour(document: Document): Colour | null {
  const sheets = [...document.querySelectorAll("noframes")]
    .map((style) => style.textContent ?? "")
    .join("\n");
  const rule = /(?:^|[\s},])a\s*\{[^}]*?(?:^|[\s;{])color\s*:\s*([^;}]+)/m.exec(sheets)?.[1];
  const colour = rule === undefined ? plainLink : readColour(rule);
  return colour === "transparent" ? null : colour;
}
