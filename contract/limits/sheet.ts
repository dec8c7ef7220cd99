import { kib, mib, secondMs } from "./units.ts";

/** What is read of an uploaded sheet, and at what cost. */
export const sheetLimits = {
  fileBytes: 10 * mib,
  /** What a zipped workbook may unfold to, by its own directory and by count while unfolding. */
  inflatedBytes: 200 * mib,
  rowsMax: 100_000,
  /** Columns of a converted sheet, whose every row names them all; an import reads `importLimits.columnsMax`. */
  columnsMax: 64,
  cellCharactersMax: 10_000,
  parseMs: 20 * secondMs,
  workersMax: 2,
  queueMax: 16,
  /** When to come again after the queue was full. */
  busyRetryMs: 5 * secondMs,
  /** Characters in all cells together: a workbook may name one long text in a million cells. */
  textCharactersMax: 32 * mib,
  /** Different texts in one workbook's table of texts. */
  sharedTextsMax: 2_000_000,
  /** Rows of a worksheet that are looked at, blank ones too: no spreadsheet program writes more. */
  worksheetRowsMax: 1_048_576,
  /** Cells of a worksheet that are looked at: as many as the rows and columns of a converted one. */
  worksheetCellsMax: 6_400_000,
  zipEntriesMax: 10_000,
  /** Sheets of one workbook: more than people can find their way among. */
  sheetsMax: 1_000,
  inflateChunkBytes: 256 * kib,
  /** Cell styles in one workbook, and characters in one number format: Excel's own bounds. */
  stylesMax: 65_490,
  numberFormatCharactersMax: 255,
  /** One XML tag or one run of text between two tags; longer ones are no workbook's. */
  xmlTokenCharactersMax: 1 * mib,
  /** Records read to tell which separator a CSV file uses. */
  guessRecords: 20,
  guessCharacters: 64 * kib,
  /** First rows among which the headings and the addresses are looked for, and sheets with text that are looked at. */
  headingRows: 30,
  sheetsLooked: 50,
  /** Rows handed from the worker to the server in one message; between two other requests get their turn. */
  batchRows: 1_000,
  /** How often the memory of a running worker is looked at. */
  memoryPollMs: 100,
  workerMemoryBytes: 600 * mib,
} as const;
