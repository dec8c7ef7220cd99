import type { Parser } from "htmlparser2";
import { htmlLimits } from "../../../contract/limits/html.ts";

/**
 * Gives HTML to a parser piece by piece, with a place between two pieces where others may have a turn, and ends it.
 * The parser's time grows with the depth of open elements, so HTML that never closes them is cut off where `depth()`
 * passes the bound.
 */
export function* parseInSlices(options: {
  parser: Parser;
  html: string;
  depth: () => number;
}): Generator<void, void> {
  const { parser, html, depth } = options;
  for (let start = 0; start < html.length && depth() <= htmlLimits.depthMax; ) {
    const end = endOfSlice(html, start);
    parser.write(html.slice(start, end));
    start = end;
    yield;
  }
  parser.end();
}

/** Not between "<" or "</" and a name: were it cut off there, the parser would take them for text. */
function endOfSlice(html: string, start: number): number {
  const end = start + htmlLimits.parseSliceCharacters;
  if (end >= html.length) return html.length;
  if (html[end - 1] === "<") return end - 1;
  return html.startsWith("</", end - 2) ? end - 2 : end;
}
