/**
 * What a terminal would show after all that was written to it: the few sequences that our program and Ink use.
 * Anything else that starts with an escape is recorded in `unknown`, so that a test notices it.
 */
export class Screen {
  readonly unknown: string[] = [];
  cursorHidden = false;
  #lines: string[][] = [[]];
  #row = 0;
  #column = 0;
  #held = "";
  #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Another width: as most terminals do, lines that no longer fit are broken, and the cursor stays with its text. */
  resize(columns: number): void {
    this.#columns = columns;
    let above = 0;
    this.#lines = this.#lines.flatMap((cells, row) => {
      const rows = Math.max(1, Math.ceil(cells.length / columns));
      if (row < this.#row) above += rows - 1;
      return Array.from({ length: rows }, (_, part) => cells.slice(part * columns, (part + 1) * columns));
    });
    this.#row += above;
  }

  /** The lines as text, without blank ones at the end. */
  lines(): string[] {
    return this.#lines.map((cells) =>
      Array.from(cells, (cell) => cell ?? " ")
        .join("")
        .trimEnd(),
    );
  }

  text(): string {
    return this.lines().join("\n").trimEnd();
  }

  write(chunk: string): void {
    let text = this.#held + chunk;
    this.#held = "";
    while (text !== "") {
      const sequence = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[^[\]])/.exec(
        text,
      )?.[0];
      if (sequence) this.#obey(sequence);
      else if (text.startsWith("\u001b")) {
        this.#held = text;
        return;
      } else this.#put(text[0] ?? "");
      text = text.slice(sequence?.length ?? 1);
    }
  }

  #put(character: string): void {
    if (character === "\n") this.#move(this.#row + 1, this.#column);
    else if (character === "\r") this.#column = 0;
    else if (character >= " ") {
      // A full line wraps, as a real terminal's does: too wide a frame shows.
      if (this.#column >= this.#columns) this.#move(this.#row + 1, 0);
      const line = this.#lines[this.#row] ?? [];
      line[this.#column] = character;
      this.#column += 1;
    } else if (character !== "\u0007") this.unknown.push(character);
  }

  #obey(sequence: string): void {
    const [, parameters = "", final = ""] = /^\u001b\[([0-?]*)([@-~])$/.exec(sequence) ?? [];
    const count = Number(parameters) || 1;
    if (final === "A") this.#move(Math.max(0, this.#row - count), this.#column);
    else if (final === "B" || final === "E") this.#move(this.#row + count, final === "E" ? 0 : this.#column);
    else if (final === "C") this.#column += count;
    else if (final === "D") this.#column = Math.max(0, this.#column - count);
    else if (final === "F") this.#move(Math.max(0, this.#row - count), 0);
    else if (final === "G") this.#column = count - 1;
    else if (final === "K") this.#eraseLine(parameters);
    else if (final === "J" && (parameters === "" || parameters === "0")) this.#eraseBelow();
    else if (sequence === "\u001b[?25l") this.cursorHidden = true;
    else if (sequence === "\u001b[?25h") this.cursorHidden = false;
    else if (final !== "m" && !/^\u001b\[\?(2026|2004|1004)[hl]$/.test(sequence)) this.unknown.push(sequence);
  }

  #move(row: number, column: number): void {
    this.#row = row;
    this.#column = column;
    while (this.#lines.length <= row) this.#lines.push([]);
  }

  #eraseLine(which: string): void {
    const line = this.#lines[this.#row] ?? [];
    if (which === "2") line.length = 0;
    else if (which === "1") line.fill(" ", 0, this.#column + 1);
    else line.length = Math.min(line.length, this.#column);
  }

  #eraseBelow(): void {
    this.#eraseLine("");
    this.#lines.length = this.#row + 1;
  }
}
