import { kib, mib } from "./units.ts";

/** JSON that somebody else wrote. */
export const json = {
  /**
   * Lists and objects within each other, in any JSON that is taken in. The deepest designs of Unlayer's own have
   * about a dozen levels and may have `design.depthMax`, in a call that adds a few; JSON.stringify, whose time
   * explodes in the ten thousands, is far away.
   */
  depthMax: 64,
  /** A body of JSON is parsed so much at a time. */
  pieceBytes: 64 * kib,
  /** Members of one list or object in a long body: twice what any call takes. More are slow to put together. */
  membersMax: 200_000,
  /** One text in a body of JSON, which cannot be parsed in pieces: a template's call as a whole has no more. */
  textBytes: 2 * mib,
} as const;

/** A mail's HTML, and what it is drawn from. */
export const html = {
  maxBytes: 1 * mib,
  designMaxBytes: 1 * mib,
  /** Elements open at once: browsers stop at 512, mail programs fall over far more. Deeper tags are left out. */
  depthMax: 500,
  /** Attributes of one element; what it has beyond them is left out. */
  attributesMax: 100,
  parseSliceCharacters: 4_096,
} as const;

/** Long work on the one thread that everybody shares. */
export const slices = {
  /** Long work gives way after so long. Whoever waits may wait for one such slice, and for little else. */
  workMs: 5,
  /** Pieces of one person's work that wait for the one under way. */
  waitingMax: 32,
} as const;
