import type { WriteStream } from "node:tty";
import { limits } from "../../contract/limits.ts";
import { wrapWords } from "../../contract/wrapWords.ts";

/** What was asked for, on stdout. */
export function printLine(text: string): void {
  print(process.stdout, text);
}

/** Advice, warnings and what went wrong, on stderr. */
export function printNote(text: string): void {
  print(process.stderr, text);
}

/** A file or a pipe gets whole lines, a terminal such as fit it. */
function print(stream: WriteStream, text: string): void {
  const width = stream.columns || limits.cli.widthDefault;
  const lines = stream.isTTY ? wrapWords(text, { width, widthOf: Bun.stringWidth }) : [text];
  stream.write(`${lines.join("\n")}\n`);
}
