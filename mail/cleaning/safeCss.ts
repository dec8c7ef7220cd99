import { safeUrl } from "./safeUrl.ts";

/** What old browsers and mail programs would run, and what loads a stylesheet of somebody else's. */
const danger =
  /expression\s*\(|(java|vb)script\s*:|-moz-binding|behaviou?r\s*:|@import|@charset|<\/?style|<!--/i;
/** A selector that reads an attribute piece by piece: with a picture to tell of it, that is how styles spy. */
const spyingSelector = /\[[^\]{}[]*[*^$~|]=/;

/** A stylesheet or the content of a style attribute without what runs, spies or loads other styles. */
export function safeCss(css: string, { base }: { base?: string | undefined }): string {
  const readable = withoutDisguise(css);
  const harmless = danger.test(readable) ? withoutDanger(readable) : css;
  return spyingSelector.test(harmless) ? withoutSpying(harmless, { base }) : withSafeUrls(harmless, { base });
}

/** Rule by rule: a selector ends at its "{", and what follows up to the "}" is what it governs. */
function withoutSpying(css: string, options: { base?: string | undefined }): string {
  const rules = css.split("}").map((rule) => {
    const cleaned = withSafeUrls(rule, options);
    return spyingSelector.test(rule) ? cleaned.replaceAll(/url\([^()]*\)/gi, "none") : cleaned;
  });
  return rules.join("}");
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

/** As a browser would read it: escapes spelled out, comments gone. */
function withoutDisguise(css: string): string {
  return withoutComments(css)
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replaceAll(/\\([^\n])/g, "$1");
}

/** By hand: a pattern would look through the whole rest for each comment that is never closed. */
function withoutComments(css: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = css.indexOf("/*", at);
    const end = start < 0 ? -1 : css.indexOf("*/", start + 2);
    kept.push(css.slice(at, end < 0 ? undefined : start));
    if (end < 0) return kept.join("");
    at = end + 2;
  }
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function withoutDanger(css: string): string {
  const kept = css
    .split(/([;{}])/)
    .map((piece) => (danger.test(piece) ? "" : piece))
    .join("");
  // What is still dangerous was put together from several pieces; nothing honest looks like that.
  return danger.test(kept) ? "" : kept;
}
