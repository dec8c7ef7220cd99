import { type Colour, contrastRatio, readColour } from "./colours.ts";
import { declarationsIn, type SheetStyles } from "./sheetStyles.ts";

type Look = { text: Colour | null; ground: Colour | null; sizePx: number; bold: boolean; hidden: boolean };
type LowContrastText = { element: Element; ratio: number };

const plain = { sizePx: 16, bold: false, hidden: false };
/** The background and text style of a mail that sets none. */
const papers = {
  light: { paper: { ...plain, text: [0, 0, 0], ground: [255, 255, 255] }, link: [0, 0, 238] },
  dark: { paper: { ...plain, text: [255, 255, 255], ground: [18, 18, 18] }, link: [158, 158, 255] },
} as const satisfies Record<string, { paper: Look; link: Colour }>;

/**
 * The elements whose text is hard to read on what is behind it (WCAG 2.2, 1.4.3: 4.5 to 1, and 3 to 1 for large
 * text), by their own styles, read as `inertMail` leaves them, and by the mail's style sheets. What lies on a picture
 * cannot be judged and is left out.
 */
export function lowContrastTexts(
  document: Document,
  { sheet, screen }: { sheet: SheetStyles; screen: "light" | "dark" },
): LowContrastText[] {
  const looks = new Map<Element, Look>();
  const found: LowContrastText[] = [];
  const { paper, link } = papers[screen];
  for (const element of document.querySelectorAll("body, body *")) {
    const outer = element.parentElement === null ? paper : (looks.get(element.parentElement) ?? paper);
    const look = lookOf(element, { outer, link, style: styleOf(element, sheet) });
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

type Style = ReadonlyMap<string, string>;

/** How an element looks inside of another one that looks like `outer`. */
function lookOf(element: Element, { outer, link, style }: { outer: Look; link: Colour; style: Style }): Look {
  const size = /^([\d.]+)px/.exec(style.get("font-size") ?? "")?.[1] ?? fontSizePx(element);
  const isHidden = /^none/.test(style.get("display") ?? "") || style.get("font-size") === "0";
  return {
    text: textColourOf(element, { outer, link, style }),
    ground: groundOf(element, { outer, style }),
    sizePx: size === undefined ? outer.sizePx : Number(size),
    bold: isBold(element, { outer, style }),
    hidden: outer.hidden || isHidden,
  };
}

function textColourOf(
  element: Element,
  { outer, link, style }: { outer: Look; link: Colour; style: Style },
): Colour | null {
  const color = style.get("color") ?? fontColour(element);
  if (color !== undefined && /inherit/.test(color)) return outer.text;
  if (color === undefined)
    return element.localName === "a" && element.hasAttribute("href") ? link : outer.text;
  const text = readColour(color);
  return text === "transparent" ? null : text;
}

/** What older mails say of their text by attributes, which any style overrules (HTML, rendering: presentational hints). */
function fontColour(element: Element): string | undefined {
  if (element.localName === "font") return colourAttribute(element, "color");
  return element.localName === "body" ? colourAttribute(element, "text") : undefined;
}

/** A colour in an attribute may lack its "#". */
function colourAttribute(element: Element, name: string): string | undefined {
  const given = element.getAttribute(name)?.trim();
  return given !== undefined && /^[\da-f]{6}$/i.test(given) ? `#${given}` : given || undefined;
}

/** The sizes 1 to 7 of a font element, in pixels as browsers draw them. */
const fontSizesPx = [10, 13, 16, 18, 24, 32, 48];

function fontSizePx(element: Element): number | undefined {
  if (element.localName !== "font") return undefined;
  return fontSizesPx[Number(/^[1-7]$/.exec(element.getAttribute("size") ?? "")?.[0]) - 1];
}

/** Null on a picture, whose colours nobody knows. */
function groundOf(element: Element, { outer, style }: { outer: Look; style: Style }): Colour | null {
  const shorthand = style.get("background");
  if (/url\(/i.test(`${style.get("background-image") ?? ""}${shorthand ?? ""}`)) return null;
  const ground = style.get("background-color") ?? shorthand ?? colourAttribute(element, "bgcolor") ?? "";
  if (ground === "") return outer.ground;
  const read = readColour(ground.split(/\s+(?![^(]*\))/)[0] ?? "");
  return read === "transparent" ? outer.ground : read;
}

function isBold(element: Element, { outer, style }: { outer: Look; style: Style }): boolean {
  const weight = style.get("font-weight");
  if (weight !== undefined) return weight === "bold" || Number(weight) >= 700;
  return outer.bold || /^(b|strong|h[1-6])$/.test(element.localName);
}

/** Sheets, then the element's own style, then what a sheet calls important and the element does not overrule. */
function styleOf(element: Element, sheet: SheetStyles): ReadonlyMap<string, string> {
  const own = declarationsIn(element.getAttribute("data-style") ?? "");
  const said = sheet.get(element);
  if (said === undefined) return new Map(own);
  const firm = own.filter(([, value]) => /!\s*important/i.test(value));
  return new Map([...said.normal, ...own, ...said.important, ...firm]);
}
