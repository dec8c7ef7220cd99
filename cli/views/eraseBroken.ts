import type { WriteStream } from "node:tty";
import stringWidth from "string-width";

/**
 * A terminal that gets narrower breaks the lines that it shows into more rows, but Ink erases only as many as it drew,
 * and the others would stay above the next frame. Listen before Ink does: this takes the surplus away first.
 * `frameAt` is the frame as it was drawn for so many columns.
 * @returns what ends the listening.
 */
export function eraseBroken(stdout: WriteStream, frameAt: (columns: number) => string): () => void {
  let columns = stdout.columns;
  const onResize = () => {
    const before = columns;
    columns = stdout.columns;
    if (columns >= before) return;
    const surplus = rowsBroken(frameAt(before), columns);
    // The cursor waits below the frame: up by what is too much, and from there down everything goes.
    if (surplus > 0) stdout.write(`\u001b[${surplus}A\u001b[J`);
  };
  stdout.on("resize", onResize);
  return () => stdout.off("resize", onResize);
}

function rowsBroken(frame: string, columns: number): number {
  const surplus = frame.split("\n").map((line) => Math.ceil(stringWidth(line) / columns) - 1);
  return surplus.reduce((sum, rows) => sum + Math.max(0, rows), 0);
}
