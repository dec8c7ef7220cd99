import type { ReadStream, WriteStream } from "node:tty";
import { english } from "../contract/sentences/en.ts";
import type { Catalogue } from "../contract/sentences/sentence.ts";
import { type Texts, textsIn } from "../contract/texts/language.ts";

/** Everything a command touches of the process it runs in. */
export type Terminal = {
  stdin: ReadStream;
  stdout: WriteStream;
  stderr: WriteStream;
  env: Record<string, string | undefined>;
  now: () => number;
  /** The language of whoever reads: how reasons are said in it, and everything else. */
  sentences: Catalogue;
  texts: Texts;
};

export const processTerminal: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  now: Date.now,
  sentences: english,
  texts: textsIn("en"),
};

/** Whether there is a person to ask. Questions go to stderr, so stdout may well be a pipe. */
export function canAsk(terminal: Terminal): boolean {
  return Boolean(terminal.stdin.isTTY && terminal.stderr.isTTY);
}

/** Whether frames can be drawn: a terminal that moves its cursor. */
export function canDraw(terminal: Terminal): boolean {
  return Boolean(terminal.stdout.isTTY) && terminal.env.TERM !== "dumb";
}

/** Colour only in a terminal, and never against NO_COLOR (no-color.org: any value but the empty one). */
export function wantsColor(terminal: Terminal): boolean {
  return canDraw(terminal) && !terminal.env.NO_COLOR;
}

/** Whether the locale can show block characters; where it says nothing, it can. */
export function hasUnicode(terminal: Terminal): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = terminal.env;
  const locale = LC_ALL || LC_CTYPE || LANG || "";
  return locale === "" || /utf-?8/i.test(locale);
}
