import { render, renderToString } from "ink";
import { cliLimits } from "../../contract/limits/cli.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import type { Output } from "../output.ts";
import type { ProgressDisplay } from "../progressDisplay.ts";
import { hasUnicode } from "../terminal.ts";
import { eraseBroken } from "./eraseBroken.ts";
import { SendView, type SendViewProps } from "./SendView.tsx";

/** Draws the sends in place. Only commands that show something live load this file, and Ink with it. */
export function liveDisplay(output: Output, onKey: SendViewProps["onKey"]): ProgressDisplay {
  const { stdin, stdout, stderr, now } = output.terminal;
  const texts = output.texts(progressTexts);
  const look = { color: output.color, unicode: hasUnicode(output.terminal) };
  let shown: SendViewProps = {
    ...{ standings: [], reachable: true, refused: null },
    ...{ look, texts, nowMs: now(), onKey },
  };
  const stopErasing = eraseBroken(stdout, (columns) =>
    renderToString(<SendView {...shown} size={{ columns, rows: stdout.rows }} />, { columns }),
  );
  const instance = render(<SendView {...shown} />, {
    stdin,
    stdout,
    stderr,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    incrementalRendering: true,
    maxFps: cliLimits.framesPerSecond,
  });
  const show = (change: Partial<SendViewProps>) => {
    shown = { ...shown, ...change, nowMs: now() };
    instance.rerender(<SendView {...shown} />);
  };
  // While a start is held back the seconds that are left go by without any news.
  const counting = setInterval(() => {
    if (shown.standings.some(({ figures }) => figures.state === "holding")) show({});
  }, cliLimits.countdownMs);
  return {
    show,
    async close() {
      clearInterval(counting);
      // The last frame stays on the screen, without the keys that no longer do anything.
      instance.rerender(<SendView {...shown} refused={null} onKey={undefined} />);
      await instance.waitUntilRenderFlush();
      stopErasing();
      instance.unmount();
      await instance.waitUntilExit();
    },
  };
}
