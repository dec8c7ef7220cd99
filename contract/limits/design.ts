/** The bounds of the e-mail editor and of what it makes; read as `limits.design`. */
export const designLimits = {
  blocksMax: 2_000,
  rowsMax: 1_000,
  /** Columns beside each other; Unlayer's own rows have at most twelve. */
  columnsMax: 24,
  /** Items in the lists of one block: rows and cells of a table, entries of a menu. A block is drawn in one go. */
  itemsMax: 1_000,
  /** Objects within objects; the deepest of Unlayer's own have about a dozen levels. */
  depthMax: 40,
  /** Longer mails are cut off by Gmail, which shows a link to the rest. */
  clipBytes: 102 * 1024,
  /** Fields of other products that are named of those in a mail. */
  foreignTagsShown: 8,
  /** As much of an address that leads nowhere is shown. */
  addressCharactersShown: 60,
  /** Nested conditional comments that are looked into; Outlook reads one level. */
  commentDepthMax: 2,
  /** Steps back that the editor remembers. */
  undoMax: 200,
  /** What is typed after a rest of this length is a step of its own. */
  undoPauseMs: 700,
  /**
   * What each measure of a design may be, smallest and largest: beyond it a mail is broken, or the value does nothing.
   * A line's height may also be a factor of its text's size.
   */
  measures: {
    fontSize: { pixels: [0, 200], percent: [1, 1_000] },
    lineHeight: { pixels: [0, 400], percent: [0, 1_000], factor: [0, 10] },
    letterSpacing: { pixels: [-20, 100] },
    padding: { pixels: [0, 500], percent: [0, 100] },
    radius: { pixels: [0, 500], percent: [0, 100] },
    thickness: { pixels: [0, 100] },
    width: { pixels: [0, 2_000], percent: [0, 100] },
    mailWidth: { pixels: [280, 1_600] },
    pixels: { pixels: [1, 6_000] },
  },
  /** A longer value is none: four measures, or a colour, with room to spare. */
  valueCharactersMax: 80,
  /** A list of families; style sheets that bring fonts, and the address of one. */
  fontCharactersMax: 300,
  fontsMax: 20,
  fontAddressCharactersMax: 1_000,
  /** Unsaved work is put aside once nobody has changed anything for this long. */
  autosaveMs: 1_000,
  /** A finger that stays this long lifts what is under it; one that moves sooner scrolls. */
  longPressMs: 400,
  /** Longer mails are laid out as far as they are seen; shorter ones whole, which keeps their scroll bar exact. */
  rowsDrawnWhole: 24,
  /** How long Unlayer's script, and then its editor, may take before ours opens in its place. */
  unlayerMs: 15_000,
  preview: {
    /** A preview follows once nobody has typed for this long; a long mail takes longer to draw than to write on. */
    pauseMs: 150,
    longPauseMs: 1_000,
    longCharacters: 100_000,
    /** The next lead is asked for once nobody has looked for another for this long. */
    leadPauseMs: 350,
    /** Programs on a desk give a mail about so much; a wider mail has its own width and some paper beside it. */
    deskPixels: 700,
    paperPixels: 60,
    /** What names more than this is no mail's width. */
    widestPixels: 1_600,
    /** A small picture of a mail is one of a page so wide, wide enough for the widest. */
    picturePixels: 1_660,
    picturedPixels: 640,
  },
  /** How long the deletion of a picture or of a row can be undone. */
  undoMs: 600_000,
  images: {
    bytesMax: 5 * 1024 * 1024,
    /** Every mail program shows this much; decoding more costs a phone its memory. */
    sidePixelsMax: 6_000,
    /** What a browser makes a wider picture before it uploads it: twice the width of a mail, for sharp screens. */
    widthPixelsWanted: 1_200,
    /** What a picture says of itself, such as that it moves, stands within as much of its beginning. */
    headBytes: 64 * 1024,
    perUser: 300,
    nameCharactersMax: 120,
    altCharactersMax: 500,
    /** Random bytes in a public address. */
    addressBytes: 16,
    keptSeconds: 31_536_000,
    /** Pictures weigh megabytes: an export reads few at a time. */
    exportBatch: 2,
  },
  savedRows: { perUser: 100, nameCharactersMax: 60 },
} as const;
