import type { WriteStream } from "node:tty";
import { render, renderToString } from "ink";
import { createElement, type ReactElement } from "react";
import stringWidth from "string-width";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { Terminal } from "../terminal.ts";
import { Stoppable } from "./stopping.ts";

/**
 * Draws what `view` returns in one place of the terminal until `close`; the last frame stays on the screen. `view` uses
 * the terminal's width, unless it is given a number of columns to draw for.
 */
export function drawInPlace(
  { stdin, stdout, stderr }: Pick<Terminal, "stdin" | "stdout" | "stderr">,
  view: (columns?: number) => ReactElement,
): { redraw(): void; close(): Promise<void> } {
  const stopErasing = eraseBroken(stdout, (columns) => renderToString(view(columns), { columns }));
  const whole = () => createElement(Stoppable, null, view());
  const instance = render(whole(), {
    stdin,
    stdout,
    stderr,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    incrementalRendering: true,
    maxFps: cliLimits.framesPerSecond,
  });
  return {
    redraw: () => instance.rerender(whole()),
    async close() {
      await instance.waitUntilRenderFlush();
      stopErasing();
      instance.unmount();
      await instance.waitUntilExit();
    },
  };
}

/**
 * When a terminal gets narrower, it wraps the lines that it shows into more rows, but Ink erases only as many rows as it
 * drew, so the others would stay above the next frame. This removes the surplus rows; it has to listen for the resize
 * before Ink does. `frameAt` returns the frame as it was drawn for a number of columns.
 * @returns a function that stops listening.
 */
function eraseBroken(stdout: WriteStream, frameAt: (columns: number) => string): () => void {
  let columns = stdout.columns;
  const onResize = () => {
    const before = columns;
    columns = stdout.columns;
    if (columns >= before) return;
    const surplus = surplusRows(frameAt(before), columns);
    // The cursor is below the frame: it is moved up by the surplus, and everything from there down is erased.
    if (surplus > 0) stdout.write(`\u001b[${surplus}A\u001b[J`);
  };
  stdout.on("resize", onResize);
  return () => stdout.off("resize", onResize);
}

function surplusRows(frame: string, columns: number): number {
  const surplus = frame.split("\n").map((line) => Math.ceil(stringWidth(line) / columns) - 1);
  return surplus.reduce((sum, rows) => sum + Math.max(0, rows), 0);
}
