import { designLimits } from "../../contract/limits/design.ts";
import { rowsOf } from "../design/areas.ts";
import { type Design, isValues, type Values } from "../design/design.ts";

/** A font as a design names it: `value` is what CSS is told, `url` a style sheet that brings it. Unlayer adds more. */
export type Font = { label: string; value: string; url?: unknown; [other: string]: unknown };

/** Fonts that are on nearly every machine, under the names and values that Unlayer's editor gives them. */
export const commonFonts: readonly Font[] = [
  { label: "Arial", value: "arial,helvetica,sans-serif" },
  { label: "Verdana", value: "verdana,geneva,sans-serif" },
  { label: "Tahoma", value: "tahoma,geneva,sans-serif" },
  { label: "Trebuchet MS", value: "'trebuchet ms',geneva,sans-serif" },
  { label: "Georgia", value: "georgia,palatino,serif" },
  { label: "Times New Roman", value: "'times new roman',times,serif" },
  { label: "Courier New", value: "'courier new',courier,monospace" },
];

/** The fonts that a design brings beside the common ones, each once, with its address where one use of it has it. */
export function fontsOf(design: Design): Font[] {
  const found = new Map<string, Font>();
  const add = (font: Font) => {
    if (found.get(font.value)?.url === undefined) found.set(font.value, font);
  };
  for (const values of partsOf(design)) for (const font of fontsIn(values)) add(font);
  return [...found.values()].filter(({ value }) => !commonFonts.some((common) => common.value === value));
}

/** What a mail links, so that programs that load fonts show them: Apple's, Thunderbird, Samsung's. */
export function linkedFonts(design: Design): { url: string; family: string; kind: FontKind }[] {
  const linked = fontsOf(design).flatMap(({ url, value }) => {
    const address = fontAddress(url);
    const family = familyOf(value);
    if (address === null || family === "" || !names(address, family)) return [];
    return [{ url: address, family, kind: kindOf(value) }];
  });
  return linked.slice(0, designLimits.fontsMax);
}

/**
 * The address of a style sheet that a mail may load, or null. What such a sheet says can change after the mail was
 * sent, and can hide or move its words, so it must be of a house that serves fonts and nothing else.
 */
export function fontAddress(url: unknown): string | null {
  if (typeof url !== "string" || url.length > designLimits.fontAddressCharactersMax) return null;
  try {
    const { protocol, host, href, username, password } = new URL(
      url.trim().replace(/^(http:)?\/\//i, "https://"),
    );
    return protocol === "https:" && fontHosts.has(host) && username + password === "" ? href : null;
  } catch {
    return null;
  }
}

/** Google, Bunny, Fontshare and Adobe. */
const fontHosts: ReadonlySet<string> = new Set([
  "fonts.googleapis.com",
  "fonts.bunny.net",
  "api.fontshare.com",
  "use.typekit.net",
]);

/** Of a list of families the first, without quotation marks. */
function familyOf(value: string): string {
  const [first = ""] = value.split(",");
  const family = first.trim().replaceAll(/["']/g, "");
  return /^[\p{L}\p{N} _-]{1,60}$/u.test(family) ? family : "";
}

type FontKind = "serif" | "sans-serif" | "monospace";

/** What a font gives way to where it is not there. */
export function kindOf(value: string): FontKind {
  if (/monospace|courier/i.test(value)) return "monospace";
  return /(?<!sans-)serif|georgia|times/i.test(value) ? "serif" : "sans-serif";
}

/** A preview asks no other host for anything, so it goes without the fonts. */
export function withoutFonts(html: string): string {
  return html.replaceAll(/<link\b[^<>]*>/gi, "");
}

/** Whether a mail loads fonts. */
export function hasFonts(html: string): boolean {
  return /<link\b[^<>]*stylesheet/i.test(html);
}

/** Whoever once changed only the value has left another font's address beside it. */
function names(address: string, family: string): boolean {
  const { searchParams } = new URL(address);
  const named = [...searchParams.getAll("family"), ...searchParams.getAll("f[]")].join("|");
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return named === "" || plain(named).includes(plain(family));
}

function partsOf(design: Design): Values[] {
  const columns = rowsOf(design).flatMap((row) => row.columns);
  return [design.body.values, ...columns.flatMap(({ contents }) => contents.map(({ values }) => values))];
}

/** `fontFamily`, a table's `headerFontFamily`, and those that hold on phones. */
function fontsIn(values: Values): Font[] {
  return Object.entries(values).flatMap(([key, value]): Font[] => {
    if (!isValues(value)) return [];
    if (!/fontFamily$/i.test(key)) return fontsIn(value);
    return isFont(value) ? [{ ...value, label: nameOf(value) }] : [];
  });
}

function isFont(value: Values): value is Values & { value: string } {
  return typeof value.value === "string" && value.value.trim() !== "";
}

function nameOf({ label, value }: Values & { value: string }): string {
  return typeof label === "string" && label !== "" ? label : familyOf(value) || value;
}
