import { render } from "ink";
import { limits } from "../../contract/limits.ts";
import type { Output } from "../output.ts";
import type { ProgressDisplay, Standing } from "../progressDisplay.ts";
import { hasUnicode } from "../terminal.ts";
import { SendView, type SendViewProps } from "./SendView.tsx";

/** Draws the sends in place. Only commands that show something live load this file, and Ink with it. */
export function liveDisplay(output: Output, onKey: SendViewProps["onKey"]): ProgressDisplay {
  const { stdin, stdout, stderr, now } = output.terminal;
  const look = { color: output.color, unicode: hasUnicode(output.terminal) };
  const view = (standings: readonly Standing[], reachable: boolean, keys: SendViewProps["onKey"]) => (
    <SendView {...{ standings, reachable, look }} nowMs={now()} onKey={keys} />
  );
  let last: Parameters<ProgressDisplay["show"]> = [[], true];
  const instance = render(view([], true, onKey), {
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
    show(standings, reachable) {
      last = [standings, reachable];
      instance.rerender(view(standings, reachable, onKey));
    },
    async close() {
      // The last frame stays on the screen, without the keys that no longer do anything.
      instance.rerender(view(...last, undefined));
      await instance.waitUntilRenderFlush();
      instance.unmount();
      await instance.waitUntilExit();
    },
  };
}
