import type { CellSink } from "./csv.ts";

/** An opened .xls or .xlsx file. */
export type OpenWorkbook = {
  /** The names of its worksheets, hidden ones last. */
  sheets: string[];
  /** How many of them are not hidden. */
  visible: number;
  /** Hands over the cells of one sheet; nothing for a name it does not have. */
  read(sheet: string, sink: CellSink): Promise<void>;
};
