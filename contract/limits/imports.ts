import { dayMs, hourMs, kib, mib, minuteMs, secondMs } from "./units.ts";

/** Imports of whole files on the server. */
export const importLimits = {
  /** A CSV file is read piece by piece, so only the disk bounds it. */
  csvBytes: 256 * mib,
  /** A workbook is unfolded while it is read; see `limits.sheet` for what it may unfold to. */
  workbookBytes: 10 * mib,
  /** Characters in all cells of a sheet together: a workbook may name one long text in a million cells. */
  workbookCharactersMax: 128 * mib,
  /** An upload on which nothing moves for so long is given up. */
  stalledMs: 30 * secondMs,
  /** Rows of one file; what comes after them is left out, and said to be. */
  rowsMax: 2_000_000,
  /**
   * Columns of a file; the export of every property of a customer database has hundreds, and who unsubscribed may stand in
   * the last of them.
   */
  columnsMax: 512,
  /** Leads of a file or a call with no more rows stand in its order; of 60,000 rows that writes twice as much to the disk. */
  inFileOrderMax: 20_000,
  /** A column with so many values that are neither a yes nor a no, and so many different ones, is not looked at further. */
  unreadMax: 1_000,
  unreadDifferent: 100,
  /** A kind that so many cells of a column are not of is looked for no further. */
  unfitMax: 1_000,
  /** Bytes beyond ASCII that are looked at to tell in what language a text was written. */
  lettersBeyondAsciiMax: 100_000,
  /** Different ones that are shown, cut short. */
  unreadShown: 5,
  unreadCharacters: 40,
  /** Rows shown before an import is started, fewer of many columns, and the characters of each cell in them. */
  previewRows: 20,
  previewRowsMin: 5,
  previewCellsMax: 1_280,
  previewCharacters: 200,
  /** How far down a sheet its headings may be said to be. */
  headingMax: 1_000,
  /** Rejected rows that an answer names; all of them are in the file of rejected rows, up to its own bound. */
  rejectsShown: 100,
  /** So much of a rejected row is shown beside the reason. */
  rejectCharacters: 160,
  rejectsBytes: 64 * mib,
  listed: 20,
  /** Files of one person that are uploaded and not started; the oldest makes way for one more. */
  waitingFilesMax: 20,
  /** Changes of an import that are forgotten in one transaction, once it can no longer be undone. */
  forgetBatch: 1_000,
  /** Imports of all people that wait for the one under way, and of one person: nobody fills the queue alone. */
  queueMax: 64,
  startedMax: 8,
  /** A file is thrown away when it was not started for so long; an import can be undone for as long. */
  fileMs: dayMs,
  undoMs: dayMs,
  /** A file that no table tells of may be on its way to another process, unless nobody wrote to it for so long. */
  strayMs: hourMs,
  /** Where files lie in the database: one goes in and out in pieces of so many bytes. */
  pieceBytes: mib,
  /** One that is on its way to another machine, and of which nothing has come for so long, takes no room any more. */
  arrivingMs: 5 * minuteMs,
  /** Text that is parsed at a time; one record may be no longer than this. */
  windowCharacters: 1 * mib,
  chunkBytes: 512 * kib,
  /**
   * How long the first look at a file may take, and so much more for each MiB of it: a hostile file is cut off, an honest
   * one of a million rows takes seconds, one of hundreds of columns a few for each 10 MiB. One person has one look at a
   * time, and a few more that wait.
   */
  lookMs: 20 * secondMs,
  lookMsPerMib: 400,
  looksWaiting: 8,
  /** How long reading it through may take when its rows are judged and kept. */
  readMs: 2 * minuteMs,
  /** By how much the process may grow while a workbook is read. */
  workerMemoryBytes: 600 * mib,
  /** Rows that go from the reader into the staging file in one statement. */
  stageRows: 64,
  /**
   * How long the write lock may be held for one slice, while somebody else waits for it and while nobody does; the rows
   * of the next are chosen by how long the last took. Of pages that a longer one touches twice it writes one.
   */
  sliceMs: 12,
  sliceAloneMs: 40,
  sliceRowsMin: 200,
  sliceRowsFirst: 200,
  sliceRowsMax: 2_000,
  /** How often an import is begun or gone on with whose process dies of it. Fewer than `jobLimits.attemptsMax`. */
  triesMax: 5,
  /** How long an import waits that met a full disk before it looks whether there is room. */
  fullMs: 5 * secondMs,
  /** Times that fewer leads are tried because others were added meanwhile and the plan has less room. */
  planTries: 5,
  /** How long a slice lets others write first who wait already. */
  yieldMs: 50,
  /**
   * The log that SQLite writes ahead is moved into the database after so many pages of 4 KiB. The more there are, the
   * longer the disk is busy with them at a time, and everybody's commit waits for the disk; nearly every one is
   * another one anyway, since the indexes by address and phone are in no order that a file has.
   */
  checkpointPages: 1_000,
  /**
   * A longer log is begun anew once all of it was moved. What others have added since then is moved before that, up to so many
   * pages, while everybody waits. At most `databaseLimits.logBytesKept`.
   */
  logPagesMax: 8_192,
  logRestPages: 1_000,
  cacheKib: 12 * 1024,
  /** How often the worker says how far it is. */
  progressMs: 200,
} as const;
