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
  const { parseSliceCharacters, depthMax } = htmlLimits;
  for (let start = 0; start < html.length && depth() <= depthMax; start += parseSliceCharacters) {
    parser.write(html.slice(start, start + parseSliceCharacters));
    yield;
  }
  parser.end();
}
