import type { Parser } from "htmlparser2";
import { htmlLimits } from "../../../contract/limits/html.ts";

/**
 * Feeds HTML to a parser slice by slice, yields between slices so that other work may be given a turn, and ends the
 * parser. The parser's time grows with the depth of open elements, so parsing stops where `depth()` exceeds the bound.
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

/** Never between "<" or "</" and a name: if the HTML were cut off there, the parser would take them for text. */
function endOfSlice(html: string, start: number): number {
  const end = start + htmlLimits.parseSliceCharacters;
  if (end >= html.length) return html.length;
  if (html[end - 1] === "<") return end - 1;
  return html.startsWith("</", end - 2) ? end - 2 : end;
}
