import { render } from "ink";
import { limits } from "../../contract/limits.ts";
import type { ImportDisplay } from "../importDisplay.ts";
import type { Output } from "../output.ts";
import { hasUnicode } from "../terminal.ts";
import { ImportView } from "./ImportView.tsx";

/** Draws an import in place. Loaded only where there is a terminal to draw in. */
export function liveImport(output: Output): ImportDisplay {
  const { stdin, stdout, stderr } = output.terminal;
  const look = { color: output.color, unicode: hasUnicode(output.terminal) };
  const instance = render(<ImportView job={null} look={look} />, {
    stdin,
    stdout,
    stderr,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    incrementalRendering: true,
    maxFps: limits.cli.framesPerSecond,
  });
  return {
    show: (job) => instance.rerender(<ImportView job={job} look={look} />),
    async close() {
      await instance.waitUntilRenderFlush();
      instance.unmount();
      await instance.waitUntilExit();
    },
  };
}
