/** The bounds of the e-mail editor and of what it makes; read as `limits.design`. */
export const designLimits = {
  blocksMax: 2_000,
  /** Objects within objects; the deepest of Unlayer's own have about a dozen levels. */
  depthMax: 40,
  /** Longer mails are cut off by Gmail, which shows a link to the rest. */
  clipBytes: 102 * 1024,
  /** Nested conditional comments that are looked into; Outlook reads one level. */
  commentDepthMax: 2,
  /** Steps back that the editor remembers. */
  undoMax: 200,
  /** Unsaved work is put aside once nobody has changed anything for this long. */
  autosaveMs: 1_000,
} as const;
