import stringWidth from "string-width";
import { fitTo } from "../../contract/wrapWords.ts";

/** What was asked for, on stdout. */
export function printLine(text: string): void {
  process.stdout.write(`${fitTo(process.stdout, text, stringWidth)}\n`);
}

/** What programs read and people copy: on stdout as it stands, with no line broken to fit a window. */
export function printExactly(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Advice, warnings and what went wrong, on stderr. */
export function printNote(text: string): void {
  process.stderr.write(`${fitTo(process.stderr, text, stringWidth)}\n`);
}
