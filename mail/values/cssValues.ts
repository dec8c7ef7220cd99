import { designLimits } from "../../contract/limits/design.ts";
import { kindOf } from "./fonts.ts";

/** What kind of value a setting of a design takes. */
export type ValueKind = MeasureKind | "colour" | "font";
/** What would do instead of a value that means nothing. */
export type ValueFault =
  | { of: "font" | "colour" }
  | { of: "measure"; kind: MeasureKind; min: number; max: number; isPixels: boolean };
/** The value as it may stand in CSS, completed where the unit was left out; or what is wrong with it. */
export type ReadValue = { value: string } | { fault: ValueFault };

const bounds = designLimits.measures;
export type MeasureKind = keyof typeof bounds;
type Range = readonly [min: number, max: number];
type Bound = { pixels: Range; percent?: Range; factor?: Range };
type Rule = {
  /** How many measures it may name: a padding has up to four sides. */
  most: 1 | 4;
  /** What a number without a unit is taken for; null where nobody can tell. */
  unit: "px" | "" | null;
  words?: readonly string[];
  /** Where what draws the mail reckons with it. */
  onlyPixels?: true;
};

const rules: Readonly<Record<MeasureKind, Rule>> = {
  fontSize: { most: 1, unit: "px" },
  lineHeight: { most: 1, unit: null, words: ["normal"] },
  letterSpacing: { most: 1, unit: "px", words: ["normal"] },
  padding: { most: 4, unit: "px" },
  radius: { most: 4, unit: "px" },
  thickness: { most: 1, unit: "px" },
  width: { most: 1, unit: "px", words: ["auto"] },
  mailWidth: { most: 1, unit: "px", onlyPixels: true },
  pixels: { most: 1, unit: "", onlyPixels: true, words: ["auto"] },
};

/** A measure within its bounds, or a colour. No value that passes can end the declaration that it is put into. */
export function readValue(kind: ValueKind, written: string | number): ReadValue {
  const text = String(written).trim();
  if (kind === "font") return readFonts(text);
  if (text.length > designLimits.valueCharactersMax) return { fault: faultOf(kind) };
  return kind === "colour" ? readColourValue(text) : readMeasure(kind, text);
}

/** The words that a measure may be in place of a number. */
export function measureWords(kind: MeasureKind): readonly string[] {
  return rules[kind].words ?? [];
}

/** Whether it says a measure for each side. */
export function hasSides(kind: MeasureKind): boolean {
  return kind === "padding";
}

function readMeasure(kind: MeasureKind, text: string): ReadValue {
  const { most, words = [] } = rules[kind];
  const word = text.toLowerCase();
  if (word === "inherit" || words.includes(word)) return { value: word };
  const parts = text.split(/\s+/);
  const read = parts.map((part) => completed(kind, part));
  if (parts.length > most || read.includes(null)) return { fault: faultOf(kind) };
  return { value: read.join(" ") };
}

/** One measure with its unit, or null where it is none or beyond what does anything in a mail. */
function completed(kind: MeasureKind, part: string): string | null {
  const { unit: own, onlyPixels = false } = rules[kind];
  const { pixels, percent, factor }: Bound = bounds[kind];
  const [, number = "", written = ""] =
    /^([+-]?(?:\d{1,6}(?:\.\d{0,6})?|\.\d{1,6}))(px|pt|em|rem|%|)$/i.exec(part) ?? [];
  const amount = Number.parseFloat(number);
  if (Number.isNaN(amount)) return null;
  if (written === "" && own === null) return within(amount, factor) ? String(amount) : null;
  const unit = written === "" ? "px" : written.toLowerCase();
  if (onlyPixels && unit !== "px") return null;
  const size = unit === "%" ? amount : amount * (pixelsOf[unit] ?? 1);
  return within(size, unit === "%" ? percent : pixels) ? `${amount}${own === "" ? "" : unit}` : null;
}

/** About so many pixels is one of each unit, with the text size that browsers begin with. */
const pixelsOf: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, em: 16, rem: 16 };

function within(amount: number, range: Range | undefined): boolean {
  return range !== undefined && amount >= range[0] && amount <= range[1];
}

function readColourValue(text: string): ReadValue {
  const word = text.toLowerCase();
  if (/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(word) || colourNames.has(word))
    return { value: text };
  // Somebody has pasted it without its sign.
  if (/^([0-9a-f]{3}|[0-9a-f]{6})$/.test(word)) return { value: `#${text}` };
  return isRgb(word) || isHsl(word) ? { value: text } : { fault: faultOf("colour") };
}

function isRgb(text: string): boolean {
  const [, red, green, blue, alpha = "1"] =
    /^rgba?\(\s*(\d{1,3}%?)[\s,]+(\d{1,3}%?)[\s,]+(\d{1,3}%?)(?:[\s,/]+([\d.]{1,8}%?))?\s*\)$/.exec(text) ??
    [];
  return [red, green, blue].every((part) => isShare(part, 255)) && isShare(alpha, 1);
}

function isHsl(text: string): boolean {
  const [, hue, saturation, lightness, alpha = "1"] =
    /^hsla?\(\s*([\d.]{1,8})(?:deg)?[\s,]+([\d.]{1,8}%)[\s,]+([\d.]{1,8}%)(?:[\s,/]+([\d.]{1,8}%?))?\s*\)$/.exec(
      text,
    ) ?? [];
  return isShare(hue, 360) && isShare(saturation, 100) && isShare(lightness, 100) && isShare(alpha, 1);
}

/** A part of so much, or of a hundred where it is a percentage. */
function isShare(part: string | undefined, most: number): boolean {
  if (part === undefined) return false;
  const isPercent = part.endsWith("%");
  return Number(isPercent ? part.slice(0, -1) : part) <= (isPercent ? 100 : most);
}

/** Families as a style attribute takes them, with a last one that every program has. */
function readFonts(text: string): ReadValue {
  const families = text.replaceAll('"', "'");
  const isList =
    /^(?:[\p{L}\p{N} _.-]+|'[\p{L}\p{N} _.-]+')(?:,(?:[\p{L}\p{N} _.-]+|\s*'[\p{L}\p{N} _.-]+'\s*))*$/u;
  if (text.length > designLimits.fontCharactersMax || !isList.test(families))
    return { fault: faultOf("font") };
  const isComplete = /(^|,)\s*(serif|sans-serif|monospace|cursive|fantasy|system-ui|inherit)$/i.test(
    families,
  );
  return { value: isComplete ? families : `${families},${kindOf(families)}` };
}

/** What would do. */
function faultOf(kind: ValueKind): ValueFault {
  if (kind === "font" || kind === "colour") return { of: kind };
  const [min, max] = bounds[kind].pixels;
  const { unit } = rules[kind];
  return { of: "measure", kind, min, max, isPixels: unit !== "" };
}

/** The colours that CSS knows by name (CSS Color 4, section 6.1), and what shows what is behind. */
const colourNames: ReadonlySet<string> = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
  cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
  darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
  darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
  firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
  hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
  mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
  midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
  palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
  yellowgreen transparent currentcolor inherit`.split(/\s+/),
);
