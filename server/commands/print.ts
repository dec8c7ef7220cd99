import { fitTo } from "../../contract/wrapWords.ts";

/** What was asked for, on stdout. */
export function printLine(text: string): void {
  process.stdout.write(`${fitTo(process.stdout, text, Bun.stringWidth)}\n`);
}

/** Advice, warnings and what went wrong, on stderr. */
export function printNote(text: string): void {
  process.stderr.write(`${fitTo(process.stderr, text, Bun.stringWidth)}\n`);
}
