import type { CellSink } from "./csv.ts";

/** In which columns, by their numbers from 0, addresses are taken that cells only link to. */
export type LinkedColumns = "all" | ReadonlySet<number>;

/** An opened .xls or .xlsx file. */
export type OpenWorkbook = {
  /** The names of its worksheets, hidden ones last. */
  sheets: string[];
  /** How many of them are not hidden. */
  visible: number;
  /**
   * Hands over the cells of one sheet; nothing for a name it does not have. In columns of `linkedAddresses`, a cell that
   * shows no e-mail address and links to one has it behind its text: "Write to Ann <ann@example.com>".
   */
  read(sheet: string, sink: CellSink, how?: { linkedAddresses: LinkedColumns }): Promise<void>;
};
