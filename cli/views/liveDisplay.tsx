import { cliLimits } from "../../contract/limits/cli.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import type { Output } from "../output.ts";
import type { ProgressDisplay } from "../progressDisplay.ts";
import { hasUnicode } from "../terminal.ts";
import { drawInPlace } from "./drawInPlace.ts";
import { SendView, type SendViewProps } from "./SendView.tsx";

/** Draws the sends in place. Only commands that show something live load this file, and Ink with it. */
export function liveDisplay(output: Output, onKey: SendViewProps["onKey"]): ProgressDisplay {
  const { stdout, now } = output.terminal;
  const texts = output.texts(progressTexts);
  const look = { color: output.color, unicode: hasUnicode(output.terminal) };
  let shown: SendViewProps = {
    standings: [],
    reachable: true,
    refused: null,
    look,
    texts,
    nowMs: now(),
    onKey,
  };
  const { redraw, close } = drawInPlace(output.terminal, (columns) => (
    <SendView {...shown} {...(columns !== undefined && { size: { columns, rows: stdout.rows } })} />
  ));
  const show = (change: Partial<SendViewProps>) => {
    shown = { ...shown, ...change, nowMs: now() };
    redraw();
  };
  // While a start is held back, the seconds that are left pass without any news.
  const counting = setInterval(() => {
    if (shown.standings.some(({ figures }) => figures.state === "holding")) show({});
  }, cliLimits.countdownMs);
  return {
    show,
    async close() {
      clearInterval(counting);
      // The last frame stays on the screen, without the keys that no longer do anything.
      shown = { ...shown, refused: null, onKey: undefined };
      redraw();
      await close();
    },
  };
}
