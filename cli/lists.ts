import type { Command } from "commander";
import type { HelpTexts } from "../contract/texts/terminal/help.ts";
import { verbTexts } from "../contract/texts/terminal/verbs.ts";
import type { Output } from "./output.ts";
import { wholeNumber } from "./wholeNumber.ts";

export type ListOptions = { limit?: number };

/** Gives a command that lists everything `--limit`. */
export function withLimit(command: Command, help: HelpTexts): Command {
  return command.option("--limit <number>", help.lists.limit, wholeNumber(help));
}

type End = {
  of: string;
  shown: number;
  total: number;
  /** The command that lists all of it. */
  more: string;
  /** Told also where nothing was left out; lists that always were whole end as they always did. */
  isPaged?: true;
};

/**
 * Ends a list: programs are told how many there are and how many were left out, in an event of its own; where that is
 * a part, stderr says so too, for whoever saves what is on stdout and reads no further.
 */
export function endList(output: Output, { of, shown, total, more, isPaged }: End): void {
  if (isPaged || shown < total) output.event("list", { of, shown, total, left: total - shown });
  if (shown < total) output.note(output.texts(verbTexts).part({ shown, total, more: output.next(more) }));
}

/** Of a whole list no more than was asked for; the end of it is to be told by `endList`. */
export function limited<T>(rows: readonly T[], { limit }: ListOptions): readonly T[] {
  return limit === undefined ? rows : rows.slice(0, limit);
}
