import { grouped } from "../../sentences/en/words.ts";

/** Values of a sheet that say neither yes nor no. */
export const unread = {
  /** 3 values of "Left" could not be read as yes or no: "maybe", "?". */
  column: ({
    column,
    count,
    isMore,
    values,
    hasOthers,
  }: {
    column: string;
    count: number;
    /** There may be more of them. */
    isMore: boolean;
    values: readonly string[];
    /** There are other values. */
    hasOthers: boolean;
  }) => {
    const what = count === 1 ? "1 value" : `${grouped(count)}${isMore ? " or more" : ""} values`;
    const shown = values.map((value) => (value === "" ? "blank" : `"${value}"`)).join(", ");
    return `${what} of "${column}" could not be read as yes or no: ${shown}${hasOthers ? ", …" : ""}.`;
  },
  columns: (texts: readonly string[]) => texts.join(" "),
};
