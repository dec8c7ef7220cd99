import { render, renderToString } from "ink";
import type { ReactElement } from "react";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { Terminal } from "../terminal.ts";
import { eraseBroken } from "./eraseBroken.ts";

/**
 * Draws what `view` answers in one place of the terminal, until `close`; the last frame stays on the screen. `view` is
 * given a number of columns where it is to be as it was at that width, and else takes the terminal's own.
 */
export function drawInPlace(
  { stdin, stdout, stderr }: Pick<Terminal, "stdin" | "stdout" | "stderr">,
  view: (columns?: number) => ReactElement,
): { redraw(): void; close(): Promise<void> } {
  const stopErasing = eraseBroken(stdout, (columns) => renderToString(view(columns), { columns }));
  const instance = render(view(), {
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
    redraw: () => instance.rerender(view()),
    async close() {
      await instance.waitUntilRenderFlush();
      stopErasing();
      instance.unmount();
      await instance.waitUntilExit();
    },
  };
}
