import { type CSSToken, tokenizer } from "@csstools/css-tokenizer";
import { htmlLimits } from "../../contract/limits/html.ts";
import { safeUrl } from "./safeUrl.ts";

/** What old browsers and mail programs would run, and what loads a stylesheet of somebody else's. */
const danger =
  /expression\s*\(|(java|vb)script\s*:|-moz-binding|behaviou?r\s*:|@import|@charset|<\/?style|<!--/i;
/** What reads an attribute piece by piece in a selector: with a picture to tell of it, that is how styles spy. */
const spying = /[*^$~|]=/;

type Options = { base?: string | undefined };

/** A stylesheet without what runs, spies or loads other styles. It yields where others may have a turn. */
export function* cleaningCss(css: string, { base }: Options): Generator<void, string> {
  const harmless = yield* withoutDanger(css);
  yield;
  const quiet = spying.test(harmless) ? yield* withoutSpying(harmless) : harmless;
  yield;
  return withSafeUrls(quiet, { base });
}

/** The same of a style attribute, which has no selectors that could spy, and is looked through in one go. */
export function safeStyle(css: string, { base }: Options): string {
  if (css.length > htmlLimits.suspectStyleMax && mayBeDangerous(css)) return "";
  for (const cleaning = withoutDanger(css); ; ) {
    const step = cleaning.next();
    if (step.done) return withSafeUrls(step.value, { base });
  }
}

type Open = { end: string; spies: boolean };

/**
 * Where a selector spies, nothing is loaded: not by its rule, nor by what is nested in that. Token by token, as a browser
 * reads it (CSS Syntax 3, section 5): a brace within quotes, a comment or brackets ends no rule.
 */
function* withoutSpying(css: string): Generator<void, string> {
  const tokens = tokenizer({ css });
  const kept: string[] = [];
  const open: Open[] = [];
  let before = "";
  let selectorSpies = false;
  for (let read = 0; !tokens.endOfFile(); read += 1) {
    if (read % htmlLimits.cssSliceTokens === 0) yield;
    const token = tokens.nextToken();
    const [kind, text] = token;
    const spies = open.at(-1)?.spies ?? false;
    if (text === "=" && /^[*^$~|]$/.test(before)) selectorSpies = true;
    before = text;
    kept.push(spies ? withoutLoading(token, open.at(-1)?.end) : text);
    const end = kind === "function-token" ? ")" : ends.get(kind);
    if (end !== undefined) open.push({ end, spies: spies || (end === "}" && selectorSpies) });
    else if (open.at(-1)?.end === text) open.pop();
    else continue;
    if (end === "}" || text === "}") selectorSpies = false;
  }
  return kept.join("");
}

const ends = new Map<string, string>([
  ["{-token", "}"],
  ["[-token", "]"],
  ["(-token", ")"],
]);

/** An address stands in a token of its own, or as a string in brackets: of `url()`, of `image-set()`. */
function withoutLoading([kind, text]: CSSToken, end: string | undefined): string {
  if (kind === "url-token" || kind === "bad-url-token") return "none";
  return kind === "string-token" && end === ")" ? '""' : text;
}

/**
 * No two parts of the pattern can take the same character next to each other, and none takes a bracket: so however
 * the text is made, each stretch of it is looked at once or twice.
 */
const cssUrl = /url\(\s*(?:(["'])([^"'()]*)\1\s*|([^"'()\s][^"'()]*)?)\)/gi;

function withSafeUrls(css: string, { base }: { base?: string | undefined }): string {
  return css.replaceAll(cssUrl, (_, quote = "", quoted?: string, bare?: string) => {
    const url = safeUrl(quoted ?? bare ?? "", { base, picture: true });
    return url === null ? "none" : `url(${quote}${url}${quote})`;
  });
}

/** Escapes spelled out, as a browser would read them. */
function spelledOut(css: string): string {
  return css
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replaceAll(/\\([^\n])/g, "$1");
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** A comment may stand in the middle of what is dangerous, or only say so. */
function mayBeDangerous(css: string): boolean {
  return css.includes("/*") || danger.test(spelledOut(css));
}

/**
 * Without each declaration, selector and rule of one line that is dangerous: token by token, as an address may hold a
 * semicolon, and quotes what begins a comment elsewhere. What stays is written as it was.
 */
function* withoutDanger(css: string): Generator<void, string> {
  if (!mayBeDangerous(css)) return css;
  const kept: string[] = [];
  const keptWords: string[] = [];
  let piece = "";
  /** The same without its comments. */
  let words = "";
  const end = (sign: string) => {
    const isDangerous = danger.test(spelledOut(words));
    // Behind a rule that is gone, a semicolon would be part of the next selector.
    const last = isDangerous && sign === ";" ? "" : sign;
    kept.push(isDangerous ? last : piece + last);
    keptWords.push(isDangerous ? last : words + last);
    [piece, words] = ["", ""];
  };
  const tokens = tokenizer({ css });
  for (let read = 0; !tokens.endOfFile(); read += 1) {
    if (read % htmlLimits.cssSliceTokens === 0) yield;
    const [kind, text] = tokens.nextToken();
    // Old styles stand between the signs of a comment of HTML, which say nothing to anybody.
    if (kind === "CDO-token" || kind === "CDC-token") continue;
    if (/^[;{}]$/.test(text)) end(text);
    else {
      piece += text;
      if (kind !== "comment") words += text;
    }
  }
  end("");
  // What is still dangerous was put together from several pieces; nothing honest looks like that.
  return danger.test(spelledOut(keptWords.join(""))) ? "" : kept.join("");
}
