import { type MeasureKind, measureWords, readValue } from "./cssValues.ts";

/** A measure in its two parts. A word, as in "auto", is a unit without a number; what means nothing is all number. */
type Measure = { number: string; unit: string };

/** The units that are offered for each measure, the commonest first; "" is a factor of the text's size. */
const units: Readonly<Record<MeasureKind, readonly string[]>> = {
  fontSize: ["px", "em", "%"],
  lineHeight: ["%", "px", "em", ""],
  letterSpacing: ["px", "em"],
  padding: ["px", "%", "em"],
  radius: ["px", "%"],
  thickness: ["px"],
  width: ["px", "%"],
  mailWidth: ["px"],
  pixels: ["px"],
};

/** What may be chosen beside the number: units, words in place of a number, and what is stored if that is another. */
export function unitsFor(kind: MeasureKind, unit: string): string[] {
  const offered = [...units[kind], ...measureWords(kind)];
  return offered.includes(unit) ? offered : [...offered, unit];
}

export function takenApart(kind: MeasureKind, stored: string): Measure {
  const [first = "px"] = units[kind];
  const text = stored.trim();
  const word = text.toLowerCase();
  if (word === "inherit" || measureWords(kind).includes(word)) return { number: "", unit: word };
  const parts = /^([+-]?(?:\d+\.?\d*|\.\d+))(px|pt|em|rem|%|)$/i.exec(text);
  if (parts === null) return { number: text, unit: first };
  const [, number = "", written = ""] = parts;
  const isFactor = written === "" && units[kind].includes("");
  return { number, unit: written === "" && !isFactor ? "px" : written.toLowerCase() };
}

/** What is typed beside a unit; a unit that is typed along is meant. */
export function written(typed: string, unit: string): string {
  const text = typed.trim();
  return /^[+-]?[\d.]+$/.test(text) && /^(px|pt|em|rem|%|)$/.test(unit) ? text + unit : text;
}

/** The same measure in another unit as nearly as can be told; null where nothing sensible is known. */
export function inUnit(kind: MeasureKind, { number, unit }: Measure, to: string): string | null {
  if (measureWords(kind).includes(to)) return to;
  const amount = Number.parseFloat(number);
  const [from, into] = [textPixels(kind, unit), textPixels(kind, to)];
  const same =
    Number.isNaN(amount) || from === null || into === null
      ? starts[to]
      : String(Math.round(((amount * from) / into) * 100) / 100);
  if (same === undefined) return null;
  const read = readValue(kind, same + to);
  return "value" in read ? read.value : null;
}

/** What one begins with where the number before says nothing of it. */
const starts: Readonly<Record<string, string>> = { px: "16", "%": "100", em: "1", "": "1.4" };

/** How many pixels one of a unit is beside text of the common size; null where it is a share of something else. */
function textPixels(kind: MeasureKind, unit: string): number | null {
  const ofText = kind === "fontSize" || kind === "lineHeight";
  const known = { px: 1, pt: 4 / 3, em: 16, rem: 16, ...(ofText ? { "%": 0.16, "": 16 } : {}) };
  return (known as Record<string, number>)[unit] ?? null;
}

export type FourSides = [top: string, right: string, bottom: string, left: string];

/** Four sides as CSS reads one to four measures; null of what cannot be read. */
export function fourSides(kind: MeasureKind, stored: string): FourSides | null {
  const read = readValue(kind, stored);
  if (!("value" in read)) return null;
  const [top = "", right = top, bottom = top, left = right] = read.value.split(" ");
  return [top, right, bottom, left];
}

/** As short as it says the same, which is how designs have it. */
export function joinedSides([top, right, bottom, left]: FourSides): string {
  if (left !== right) return `${top} ${right} ${bottom} ${left}`;
  if (top !== bottom) return `${top} ${right} ${bottom}`;
  return top === right ? top : `${top} ${right}`;
}
