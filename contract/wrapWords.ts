import { cliLimits } from "./limits/cli.ts";

type Room = {
  /** Columns of the terminal. */
  width: number;
  /** How many columns a text takes; its letters where nothing else is said. */
  widthOf?: (text: string) => number;
};

/** The end of a stream where a person may sit. */
type Screen = { isTTY?: boolean; columns?: number };

/** Text as a stream should get it: a file or a pipe whole lines, a terminal such as fit it. */
export function fitTo(screen: Screen, text: string, widthOf?: Room["widthOf"]): string {
  if (!screen.isTTY) return text;
  const room = { width: screen.columns || cliLimits.widthDefault, ...(widthOf && { widthOf }) };
  return text
    .split("\n")
    .flatMap((line) => wrapWords(line, room))
    .join("\n");
}

/** A label with its gap, as in "To        10 leads": what does not fit goes on below the text, not below the label. */
const label = /^\s*\S.*? {2,}/;
/** A command at the end of a sentence, to be copied whole. */
const command = /(?:^|(?<=: ))(?:amplify|chmod) .*$/;
/** Stands for a blank that no line ends at; of no meaning in any text (a private use character). */
const glue = "\ue000";

/**
 * Breaks a line between its words, so that a terminal need not break it inside one. Longer words and commands stay
 * whole, and are left to the terminal.
 */
export function wrapWords(text: string, { width, widthOf = (one) => one.length }: Room): string[] {
  if (widthOf(text) <= width) return [text];
  const labelled = label.exec(text)?.[0] ?? "";
  const start = widthOf(labelled) <= width / 2 ? labelled : "";
  const indent = " ".repeat(widthOf(start));
  const glued = text.slice(start.length).replace(command, (found) => found.replaceAll(" ", glue));
  const lines: string[] = [];
  let line = start;
  let gap = "";
  for (const [, word = "", space = ""] of glued.matchAll(/(\S+)(\s*)/gu)) {
    if (gap !== "" && widthOf(line + gap + word) > width) {
      lines.push(line);
      line = indent;
      gap = "";
    }
    line += gap + word;
    gap = space;
  }
  return [...lines, line].map((one) => one.replaceAll(glue, " "));
}
