import { Box, Text } from "ink";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { ProgressTexts } from "../../contract/texts/terminal/progress.ts";
import { barCells } from "../format/barCells.ts";
import { type CampaignFigures, isUncounted, unsettledOf } from "../format/campaignFigures.ts";
import { paceText, type Standing, sentText, stateText } from "../format/progressText.ts";

export type Look = { color: boolean; unicode: boolean };

type Part = {
  key: "sent" | "failed" | "uncertain" | "remaining";
  shape: string;
  letter: string;
  color: string;
};

// Never colour alone: every part has a shape of its own and is named, with its count, below the bar.
const parts: Part[] = [
  { key: "sent", shape: "█", letter: "#", color: "green" },
  { key: "failed", shape: "▓", letter: "x", color: "red" },
  { key: "uncertain", shape: "▒", letter: "?", color: "yellow" },
  { key: "remaining", shape: "─", letter: ".", color: "blue" },
];

/** One campaign: a line that grows into sent, failed, uncertain and remaining, and what it means in words. */
export function SendBar({ standing, reachable, isAlone, look, texts, width, nowMs }: BarProps) {
  const { figures } = standing;
  const state = stateText(figures, nowMs, texts);
  // How fast it went says nothing of a server that may have stopped.
  const rate = reachable ? paceText(standing, nowMs, texts) : "";
  const name = figures.name || texts.view.noSubject;
  const sent = sentText(figures, texts);
  const room = Math.min(width - sent.length - 2, cliLimits.barWidthMax);
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end" bold>
        {figures.kind === "sequence" ? texts.view.sequence(name) : name}
      </Text>
      {!isUncounted(figures) && (
        <>
          <Text wrap="truncate-end">
            <Bar figures={figures} look={look} width={Math.max(0, room)} />
            {`  ${sent}`}
          </Text>
          <Text wrap="truncate-end">
            <Legend figures={figures} look={look} texts={texts} />
          </Text>
        </>
      )}
      {/* Among several each has as many lines; of one alone the reason why it is paused is told to its end. */}
      <Text wrap={isAlone && figures.state === "paused" ? "wrap" : "truncate-end"} dimColor={look.color}>
        {[state, rate].filter(Boolean).join("; ") || (reachable && texts.view.starting)}
      </Text>
    </Box>
  );
}

type BarProps = {
  standing: Standing;
  reachable: boolean;
  /** Whether no other is shown beside it. */
  isAlone: boolean;
  look: Look;
  texts: ProgressTexts;
  width: number;
  nowMs: number;
};

function Bar({ figures, look, width }: { figures: CampaignFigures; look: Look; width: number }) {
  const cells = barCells([figures.sent, figures.failed, figures.uncertain, unsettledOf(figures)], width);
  return parts.map((part, index) => (
    <Text key={part.key} {...paint(part.color, look)}>
      {shapeOf(part, look).repeat(cells[index] ?? 0)}
    </Text>
  ));
}

function Legend({
  figures,
  look,
  texts: { counts },
}: {
  figures: CampaignFigures;
  look: Look;
  texts: ProgressTexts;
}) {
  const shown = parts.filter(({ key }) => figures[key] > 0 || key === "sent");
  return (
    <>
      {shown.map((part, index) => (
        <Text key={part.key}>
          {index > 0 ? "  " : ""}
          <Text {...paint(part.color, look)}>{shapeOf(part, look)}</Text>
          {` ${counts[part.key](figures[part.key])}`}
        </Text>
      ))}
      {/* Whoever is not mailed is no part of the bar. */}
      {figures.skipped > 0 ? `  ${counts.skipped(figures.skipped)}` : ""}
    </>
  );
}

function shapeOf(part: Part, look: Look): string {
  return look.unicode ? part.shape : part.letter;
}

function paint(color: string, look: Look): { color?: string } {
  return look.color ? { color } : {};
}
