import type { WriteStream } from "node:tty";
import { styleText } from "node:util";
import stringWidth from "string-width";
import { cliLimits } from "../contract/limits/cli.ts";
import { type Words, wordsOf } from "../contract/sentences/sentence.ts";
import type { Texts } from "../contract/texts/language.ts";
import { fitTo } from "../contract/wrapWords.ts";
import type { CommonOptions } from "./commonOptions.ts";
import { fieldColumns, fieldTexts } from "./format/fieldColumns.ts";
import { plainJson, plainText, printable } from "./format/plainText.ts";
import { type Column, table } from "./format/table.ts";
import { canDraw, type Terminal, wantsColor } from "./terminal.ts";
import { requireFields } from "./unknownField.ts";

/** "live" draws frames, "lines" is for pipes and logs, "json" is one object a line for programs. */
type OutputMode = "live" | "lines" | "json";

/** A part of a line, in a colour where there is one. */
export type Piece = {
  text: string;
  color?: "blue" | "cyan" | "gray" | "green" | "magenta" | "red" | "yellow";
};

type Choices = { [Name in keyof CommonOptions]: CommonOptions[Name] | undefined };

/** Where a command's words go. Everything that passes through here is made safe to print. */
export class Output {
  /** Where lines and events go: stdout, unless that is what a file is written to. */
  #stream: WriteStream;
  #mode: OutputMode;
  #heldNotes: string[] | null = null;
  readonly color: boolean;
  readonly terminal: Terminal;
  /** How a reason is said in this terminal's language. */
  readonly words: Words;
  /** What a feature says in this terminal's language. */
  readonly texts: Texts;
  readonly #server: string | undefined;
  readonly #profile: string | undefined;

  /** Of each entry of a list these alone are told, where they were named. */
  readonly #fields: readonly string[] | undefined;

  constructor(options: { terminal: Terminal; fields?: readonly string[] | undefined } & Choices) {
    this.terminal = options.terminal;
    this.words = wordsOf(options.terminal.sentences);
    this.texts = options.terminal.texts;
    this.#fields = options.fields;
    this.#server = options.server;
    this.#profile = options.profile;
    this.#stream = options.terminal.stdout;
    this.#mode = options.json ? "json" : canDraw(options.terminal) && !options.plain ? "live" : "lines";
    this.color = options.color !== false && wantsColor(options.terminal);
  }

  get mode(): OutputMode {
    return this.#mode;
  }

  /** Stdout is a file's content from now on ("-"): nothing else goes there, and what would have goes to stderr. */
  giveStdout(): void {
    this.#stream = this.terminal.stderr;
    if (this.#mode === "live") this.#mode = "lines";
  }

  /** A line for people, on stdout; programs get `event` instead. */
  line(text: string): void {
    if (this.mode !== "json") write(this.#stream, text);
  }

  /** A line in colours, which has to be no longer than the terminal is wide. */
  painted(pieces: readonly Piece[]): void {
    if (this.mode === "json") return;
    const parts = pieces.map(({ text, color }) => {
      const safe = printable(text);
      return color === undefined || !this.color ? safe : styleText(color, safe, { validateStream: false });
    });
    this.#stream.write(`${parts.join("").trimEnd()}\n`);
  }

  /** An object for programs; people get `line` instead. */
  event(name: string, fields: object): void {
    if (this.mode === "json") this.#stream.write(`${plainJson({ event: name, ...fields })}\n`);
  }

  /**
   * An entry of a list that is told line by line: `line` for people, an object for programs; either with the fields
   * that were asked for. @throws {UsageFault} where it has not all of them.
   */
  entry(name: string, entry: object, line: string): void {
    const fields = this.#fields ?? Object.keys(entry);
    requireFields(this.texts, fields, entry);
    this.line(this.#fields === undefined ? line : fieldTexts(this.#fields, entry).join("  "));
    this.event(name, Object.fromEntries(Object.entries(entry).filter(([field]) => fields.includes(field))));
  }

  /**
   * Rows for people as a table, for programs one object each; either with the fields that were asked for.
   * @throws {UsageFault} where a row has not all of them.
   */
  rows<T extends object>(event: string, rows: readonly T[], columns: readonly Column<T>[]): void {
    if (this.mode === "json") for (const row of rows) this.entry(event, row, "");
    else
      for (const line of table(rows, this.#columnsOf(rows, columns), this.width))
        this.#stream.write(`${line}\n`);
  }

  #columnsOf<T extends object>(rows: readonly T[], columns: readonly Column<T>[]): readonly Column<T>[] {
    const fields = this.#fields;
    if (fields === undefined) return columns;
    for (const row of rows) requireFields(this.texts, fields, row);
    return fieldColumns(fields, columns);
  }

  /** Advice and warnings, on stderr. */
  note(text: string): void {
    if (this.#heldNotes === null) write(this.terminal.stderr, text);
    else this.#heldNotes.push(text);
  }

  /** While something is drawn notes would be drawn over, so they wait. Answers what lets them out. */
  holdNotes(): () => void {
    const held: string[] = [];
    this.#heldNotes = held;
    return () => {
      this.#heldNotes = null;
      for (const text of held) this.note(text);
    };
  }

  /** What went wrong, on stderr; programs get an event as well. */
  fault(fault: {
    message: string;
    code: string;
    field?: string | undefined;
    advice?: string | undefined;
  }): void {
    const { code, message, field } = fault;
    this.event("refused", { code, message, ...(field === undefined ? {} : { field }) });
    this.note(fault.message);
    if (fault.advice) this.note(fault.advice);
  }

  /** A command line to go on with, which means the same server and profile as this one. */
  next(words: string): string {
    const server = this.#server === undefined ? "" : ` --server ${this.#server}`;
    const profile = this.#profile === undefined ? "" : ` --profile ${this.#profile}`;
    return `amplify ${words}${server}${profile}`;
  }

  /** Columns of the terminal, or undefined where lines may be as long as they like. */
  get width(): number | undefined {
    return this.terminal.stdout.isTTY ? this.terminal.stdout.columns || cliLimits.widthDefault : undefined;
  }
}

function write(stream: WriteStream, text: string): void {
  stream.write(`${fitTo(stream, plainText(text), stringWidth)}\n`);
}
