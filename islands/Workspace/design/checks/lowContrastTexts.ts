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

type Asked = { outer: Look; link: Colour; style: ReadonlyMap<string, string> };

function lookOf(element: Element, { outer, link, style }: Asked): Look {
  const look = { ...outer };
  if (element.localName === "a" && element.hasAttribute("href")) look.text = link;
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

/** Sheets, then the element's own style, then what a sheet calls important and the element does not overrule. */
function styleOf(element: Element, sheet: SheetStyles): ReadonlyMap<string, string> {
  const own = declarationsIn(element.getAttribute("data-style") ?? "");
  const said = sheet.get(element);
  if (said === undefined) return new Map(own);
  const firm = own.filter(([, value]) => /!\s*important/i.test(value));
  return new Map([...said.normal, ...own, ...said.important, ...firm]);
}
