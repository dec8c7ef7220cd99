import { Box, Text, useInput, useStdin, useWindowSize } from "ink";
import type { ProgressTexts } from "../../contract/texts/terminal/progress.ts";
import { type CampaignFigures, canTakeBack } from "../format/campaignFigures.ts";
import type { Standing } from "../format/progressText.ts";
import type { Key } from "../progressDisplay.ts";
import { type Look, SendBar } from "./SendBar.tsx";
import { stopJob } from "./stopping.ts";

export type SendViewProps = {
  standings: readonly Standing[];
  reachable: boolean;
  /** Why the server did not do what the last key asked, or null. */
  refused?: string | null | undefined;
  look: Look;
  texts: ProgressTexts;
  nowMs: number;
  /** What the keys do; without it the view only shows. */
  onKey?: ((key: Key) => void) | undefined;
  /** The window to draw for, where it is not the terminal's. */
  size?: { columns: number; rows: number };
};

const rowsPerCampaign = 5;

/** Every followed campaign as far as the window has room, and what the keys do. */
export function SendView(props: SendViewProps) {
  const { standings, reachable, refused, look, texts, nowMs, onKey } = props;
  const { view } = texts;
  const window = useWindowSize();
  const { columns, rows } = props.size ?? window;
  // A frame taller than the window cannot be redrawn without flicker, so what does not fit is only counted.
  const fitting = Math.max(1, Math.floor((rows - 2) / rowsPerCampaign));
  const hidden = standings.length - fitting;
  return (
    <Box flexDirection="column" rowGap={1}>
      {standings.slice(0, fitting).map((standing) => (
        <SendBar
          key={standing.figures.campaignId}
          standing={standing}
          reachable={reachable}
          look={look}
          texts={texts}
          nowMs={nowMs}
          isAlone={standings.length === 1}
          width={columns}
        />
      ))}
      {standings.length === 0 && <Text>{view.connecting}</Text>}
      {hidden > 0 && <Text>{view.more(hidden)}</Text>}
      <Box flexDirection="column">
        {!reachable && <Text wrap="truncate-end">{view.unreachable}</Text>}
        {/* What to do stands at its end, so it is never cut. */}
        {reachable && refused && <Text>{refused}</Text>}
        {onKey && <Keys onKey={onKey} standings={standings} texts={texts} dim={look.color} />}
      </Box>
    </Box>
  );
}

type KeysProps = {
  onKey: NonNullable<SendViewProps["onKey"]>;
  standings: readonly Standing[];
  texts: ProgressTexts;
  dim: boolean;
};

function Keys({ onKey, standings, texts: { view }, dim }: KeysProps) {
  const { isRawModeSupported } = useStdin();
  const paused = standings.some(({ figures }) => figures.state === "paused");
  const running = standings.some(({ figures }) => figures.state === "running");
  const ahead = standings.some(({ figures }) => canTakeBack(figures));
  // One campaign may be steered from here; which of several would be meant nobody could tell.
  const steers = standings.length === 1;
  useInput(
    (input, key) => {
      if (key.ctrl && input === "c") onKey("leave");
      // While keys are read one by one the terminal itself stops nothing.
      else if (key.ctrl && input === "z") stopJob();
      else if (steers && running && input === "p") onKey("pause");
      else if (steers && paused && input === "r") onKey("resume");
      else if (steers && ahead && input === "u") onKey("takeBack");
    },
    { isActive: isRawModeSupported },
  );
  const keys = [running && view.pause, paused && view.resume, ahead && view.takeBack];
  // As it is said once more to whoever has left.
  const all = (is: (one: CampaignFigures) => boolean) => standings.every(({ figures }) => is(figures));
  const left = all(({ state }) => state === "paused") ? "paused" : all(canTakeBack) ? "ahead" : "running";
  const hints = [...(steers ? keys : []), view.leave[standings.length === 0 ? "unknown" : left]];
  return (
    <Text wrap="truncate-end" dimColor={dim}>
      {hints.filter(Boolean).join("   ")}
    </Text>
  );
}
