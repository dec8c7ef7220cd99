import { kib, mib } from "./units.ts";

/** A mail's HTML, and what it is drawn from. */
export const htmlLimits = {
  maxBytes: 1 * mib,
  designMaxBytes: 1 * mib,
  /** Elements open at once: browsers stop at 512, mail programs fall over far more. Deeper tags are left out. */
  depthMax: 500,
  /** Attributes of one element; what it has beyond them is left out. */
  attributesMax: 100,
  /** A mail's text shows how deep a list lies within others up to so many: wide enough for a phone. */
  indentedLists: 4,
  /** HTML is read so much at a time: each sign may be a piece of its own, and code that is new takes ten times as long. */
  parseSliceCharacters: 1_024,
  /** Pieces of cleaned HTML that are put together at a time. */
  piecesMax: 1_024,
  /** A stylesheet is read so many tokens at a time. */
  cssSliceTokens: 1_024,
  /** A longer style of one element is left out where it has comments, or what may run. */
  suspectStyleMax: 64 * kib,
} as const;
